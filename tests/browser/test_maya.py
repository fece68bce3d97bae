"""Maya's work in a real browser, from the sign-in to the ledger row."""

import re

import pytest
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit, Visitor
from tests.browser.looks import PHONE, Look

pytestmark = pytest.mark.django_db(transaction=True)
LOW = Look("light", 1280, 560)


def _open_teaching_order(maya: Visitor) -> None:
    box = maya.page.get_by_label("Order, customer or tracking code")
    box.fill("O-1001")
    box.press("Enter")
    maya.page.wait_for_url(re.compile("q=O-1001"))
    maya.page.locator("[data-item]", has_text="O-1001").click()
    expect(maya.page.get_by_role("heading", level=1)).to_contain_text("O-1001")


@pytest.mark.core
def test_maya_filters_reads_the_evidence_approves_sending_again_and_sees_the_ledger_row(
    visit: Visit,
) -> None:
    maya = visit()
    page = maya.page
    maya.type_password()
    page.get_by_role("link", name=re.compile(r"^Exception \d+$")).click()
    expect(page).to_have_url(re.compile(r"\?track=exception$"))
    expect(page.locator("[data-item]", has_text="escalated")).to_have_count(0)

    _open_teaching_order(maya)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Parcel stalled")
    expect(page.get_by_text("inference 0.70", exact=True)).to_be_visible()
    maya.keep("order-light")

    page.get_by_role("table").get_by_role("link", name="oms:order_total").click()
    dialog = page.get_by_role("dialog", name="Source of the evidence")
    expect(dialog.locator("mark").first).to_be_visible()
    expect(dialog.locator("mark", has_text="12900")).to_be_visible()
    maya.keep("evidence-light")
    dialog.get_by_role("button", name="Close").click()

    page.get_by_role("radio", name=re.compile("Send again")).check()
    maya.settle()  # the button is exchanged for what is chosen now
    page.get_by_role("button", name="Approve send again + mail").click()
    page.get_by_role("link", name="Open it").click()
    expect(page.get_by_role("heading", name=re.compile("^Approved by Maya"))).to_be_visible()
    expect(page.get_by_text("No shop is connected for it.").first).to_be_visible()
    expect(page.get_by_text(re.compile(r"Maya Andersen approved mail, send again"))).to_be_visible()
    maya.keep("approved-light")

    page.get_by_role("link", name="Ledger", exact=True).click()
    said = "Maya Andersen approved mail, send again"
    row = page.locator("table.ledger tbody tr", has_text=said).first
    expect(row).to_contain_text("O-1001")
    maya.keep("ledger-light")
    assert maya.complaints == []


def test_the_queue_is_worked_with_the_keyboard_alone(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.press("j")
    maya.press("j")
    second = page.locator("[data-item]").nth(1)
    expect(second).to_be_focused()
    maya.press("k")
    expect(page.locator("[data-item]").first).to_be_focused()
    maya.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()

    maya.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    maya.press("Escape")
    maya.press("/")
    page.keyboard.type("ajr?")
    expect(page.get_by_label("Order, customer or tracking code")).to_have_value("ajr?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.get_by_label("Order, customer or tracking code").fill("")
    page.get_by_label("Order, customer or tracking code").blur()

    decided = page.url
    maya.press("r")
    maya.press("Tab")
    page.keyboard.type("The parcel arrived this morning")
    maya.press("Tab")
    maya.press("Enter")
    expect(page).not_to_have_url(decided)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("link", name="Open it").click()
    expect(page.get_by_role("heading", name=re.compile("^Rejected by Maya"))).to_be_visible()
    expect(page.locator("[data-next]")).to_be_focused()
    assert maya.complaints == []


def test_going_back_shows_the_order_that_was_open_before(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    first, second = (page.locator("[data-item]").nth(place) for place in (0, 1))
    names = [item.locator("strong").inner_text() for item in (first, second)]
    first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(names[0])
    second.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(names[1])
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text(names[0])
    expect(first).to_have_attribute("aria-current", "true")


def test_the_choice_of_light_or_dark_is_remembered(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_on_a_phone_there_is_one_column_and_nothing_sticks_out(visit: Visit) -> None:
    maya = visit(PHONE)
    page = maya.page
    maya.sign_in()
    _nothing_sticks_out(maya)
    maya.keep("queue-390")
    page.locator("[data-item]").first.click()
    expect(page.locator("#queue")).to_be_hidden()
    _nothing_sticks_out(maya)
    maya.keep("order-390", whole=True)
    maya.unfold()
    _nothing_sticks_out(maya)
    page.get_by_role("link", name="Queue").click()
    expect(page.locator("#queue")).to_be_visible()
    maya.open("/t/store_northline/ledger/")
    _nothing_sticks_out(maya)
    maya.keep("ledger-390")


def _nothing_sticks_out(maya: Visitor) -> None:
    width = maya.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE.width, maya.page.url


def test_nothing_covers_a_threshold_on_a_low_screen(visit: Visit) -> None:
    adaeze = visit(LOW)
    adaeze.sign_in(ADAEZE.email)
    adaeze.open("/t/store_northline/settings/thresholds/")
    for one in adaeze.page.locator("table.caps input, .numbers input, .numbers select").all():
        one.focus()
        covered = one.evaluate(COVERED)
        assert not covered, one.get_attribute("name")


# What is seen where the middle of an input is: the input itself, or something over it?
COVERED = """(input) => {
  const box = input.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return seen !== input;
}"""


def test_the_offer_to_open_an_order_follows_the_filter(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    page.get_by_role("link", name=re.compile(r"^Standard \d+$")).click()
    expect(page.locator("[data-item]", has_text="exception")).to_have_count(0)
    first = page.locator("[data-item]").first
    offer = page.locator("[data-open-first]")
    expect(offer).to_contain_text(first.locator("strong").inner_text())
    assert offer.get_attribute("href") == first.evaluate("(link) => link.href")


def test_without_scripts_the_pages_still_work(visit: Visit) -> None:
    maya = visit()
    maya.page.context.route("**/*.js", lambda route: route.abort())
    maya.sign_in()
    page = maya.page
    _open_teaching_order(maya)
    page.locator("[data-approve]").click()
    page.get_by_role("link", name="Open it").click()
    expect(page.get_by_role("heading", name=re.compile("^Approved by Maya"))).to_be_visible()
