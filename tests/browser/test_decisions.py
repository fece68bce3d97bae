"""Changing, asking, deciding and taking back in a real browser, without a script's help."""

import re

import pytest
from playwright.sync_api import Page, expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit, Visitor
from tests.browser.looks import PHONE

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"


def _open(visitor: Visitor, order: str) -> Page:
    page = visitor.page
    visitor.open(f"{SHOP}/review/?q={order}")
    page.locator("[data-item]", has_text=order).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(order)
    visitor.settle()
    return page


def test_an_amount_is_changed_approved_and_taken_back(visit: Visit) -> None:
    maya = visit(PHONE)
    maya.sign_in()
    page = _open(maya, "O-1001")
    page.locator("[data-edit]").click()
    amount = page.get_by_label(re.compile("^Refund.*USD$"))
    amount.fill("402.00")
    page.get_by_label(re.compile("^Option for parcel")).select_option("propose_refund")
    page.get_by_label("Also say, one point per line").fill("We are sorry for the wait")
    assert maya.troubles("edit-form") == []
    page.get_by_role("button", name="Save as a new revision").click()
    expect(amount).to_have_attribute("aria-invalid", "true")
    expect(amount).to_be_focused()
    expect(amount).to_have_value("402.00")
    assert maya.troubles("edit-refused") == []
    [told] = maya.complaints  # the console names the answer that the page has shown
    assert "422" in told
    maya.complaints.clear()
    amount.fill("60.00")
    page.get_by_role("button", name="Save as a new revision").click()

    expect(page.get_by_role("heading", name=re.compile("^Changed by Maya"))).to_be_visible()
    expect(page.locator(".edited")).to_contain_text("129.00 USD")
    expect(page.locator("#proposed").locator("..")).to_contain_text("We are sorry for the wait")
    assert maya.troubles("edited") == []

    page.locator("[data-approve]").click()
    expect(page.locator(".last-decided")).to_contain_text("O-1001 approved.")
    assert maya.troubles("last-decided") == []
    page.get_by_role("link", name="Open it").click()
    expect(page.get_by_role("heading", name=re.compile("^Approved by Maya"))).to_be_visible()
    expect(page.locator("[data-undo-left]")).to_contain_text("left")
    assert maya.troubles("undo") == []
    page.get_by_role("button", name=re.compile("^Take back")).click()
    expect(page.get_by_text("decision taken back. It waits for a decision again.")).to_be_visible()
    expect(page.locator("[data-approve]")).to_be_visible()
    assert maya.complaints == []


def test_a_question_sets_it_aside_until_it_is_taken_back(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    page = _open(maya, "O-1001")
    page.locator("[data-ask]").click()
    page.get_by_label(re.compile("^What has to be known")).fill("Is she at home in May?")
    page.get_by_role("button", name="Ask, and set it aside").click()
    page.get_by_role("link", name="Open it").click()
    expect(page.get_by_role("heading", name="Waits for information")).to_be_visible()
    page.locator("[data-take-back]").click()
    assert maya.troubles("question") == []
    page.get_by_role("button", name=re.compile("^Take it back")).click()
    expect(page.locator("[data-approve]")).to_be_visible()
    assert maya.complaints == []


# Below the page's head, beside the list, within the screen; and nothing slid to the left for it.
FREE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const form = box(".actions .decide[open] > .decide-form");
  const left = innerWidth > 900 ? box(".queue").right : 0;
  return [form.top >= box(".top").bottom, form.bottom <= innerHeight,
    form.left >= left, form.right <= innerWidth,
    document.querySelector(".detail").scrollLeft === 0, scrollX === 0];
}"""
SCREENS = ((390, 844), (390, 640), (1024, 768), (1280, 720), (1366, 768), (1440, 1080))


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_button_opens_is_whole_and_its_first_field_can_be_reached(
    visit: Visit, language: str
) -> None:
    maya = visit()
    page = maya.page
    page.set_extra_http_headers({"Accept-Language": language})
    maya.sign_in()
    for order in ("O-1001", "O-1015", "O-1038"):
        _open(maya, order)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for opens in page.locator(".actions .decide > summary").all():
                where = (order, width, height, opens.inner_text())
                opens.click()
                assert (where, page.evaluate(FREE)) == (where, [True] * 6)
                first = page.locator(".decide[open] > .decide-form label").first
                first.scroll_into_view_if_needed()
                expect(first).to_be_in_viewport(ratio=0.99)
                assert (where, page.evaluate(FREE)) == (where, [True] * 6)
                maya.keep(f"decide-{language}-{order}-{width}-{height}-{opens.inner_text()[:8]}")
                maya.press("Escape")


def test_an_admin_sees_what_stands_in_the_way_and_may_set_it_aside(visit: Visit) -> None:
    admin = visit()
    admin.sign_in(ADAEZE.email)
    admin.open(f"{SHOP}/review/?rule=APR-3")
    page = admin.page
    page.locator("[data-item]").first.click()
    expect(page.locator(".hindrances")).to_contain_text("needs two people")
    page.locator("[data-bypass]").click()
    assert admin.troubles("bypass") == []
    page.get_by_label("Why?").fill("Everybody else is ill")
    page.locator("input[name=bypass]").check()
    page.get_by_role("button", name="Set aside and approve").click()
    expect(page.get_by_role("heading", name=re.compile("^Approved by"))).to_be_visible()
    expect(page.get_by_text(re.compile("setting aside the second person")).first).to_be_visible()
    admin.keep("bypassed")
    assert admin.complaints == []


def test_an_escalation_is_given_what_it_lacks(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    maya.open(f"{SHOP}/review/?track=escalate")
    page = maya.page
    for number in range(page.locator("[data-item]").count()):
        row = page.locator("[data-item]").nth(number)
        row.click()
        expect(row).to_have_attribute("aria-current", "true")
        if page.locator("[data-supply]").count():
            break
    page.locator("[data-supply]").click()
    assert maya.troubles("supply") == []
