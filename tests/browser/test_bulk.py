"""Ten at once in a real browser, with the keyboard too; and who works on an order."""

import re

import pytest
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit
from tests.browser.looks import PHONE

pytestmark = pytest.mark.django_db(transaction=True)
QUEUE = "/t/store_northline/review/"
# The hour, and its day where that isn't today.
WHEN = r"(?:\d+ \w+ )?\d\d:\d\d"


def test_ten_are_selected_previewed_and_approved(visit: Visit) -> None:
    maya = visit(PHONE)
    page = maya.page
    maya.sign_in()
    maya.open(f"{QUEUE}?track=exception")
    for number in range(10):
        page.locator("[data-pick]").nth(number).check()
    expect(page.locator("[data-bulk-count]")).to_have_text("10 selected")
    assert maya.troubles("bulk-selected") == []
    page.get_by_role("button", name="Approve…").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("of 10 orders?")
    assert maya.troubles("bulk-preview-choice") == []
    page.get_by_role("link", name="Don’t").or_(
        page.get_by_role("link", name="← Queue")
    ).first.click()
    expect(page.locator("[data-bulk-count]")).to_have_text("10 selected")
    page.get_by_role("button", name="Approve…").click()
    page.get_by_role("button", name="Refund", exact=True).click()
    expect(page.locator('[data-result="ready"]').first).to_be_visible()
    maya.settle()
    ready = page.locator('[data-result="ready"]').count()
    half = page.locator('[data-result="half"]').count()
    assert maya.troubles("bulk-preview") == []
    page.get_by_role("button", name=re.compile(r"^Approve \d+ orders?$")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Above the shop’s cap")
    assert maya.troubles("bulk-sure") == []
    dialog.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{ready} of 10 approved")
    expect(page.locator('[data-result="decided"]')).to_have_count(ready)
    expect(page.locator('[data-result="half"]')).to_have_count(half)
    assert maya.troubles("bulk-results") == []
    results = page.url
    page.get_by_role("link", name="Back to the queue").click()
    page.locator("#queue").wait_for()
    maya.press("u")
    page.wait_for_url(f"{results}#undo")
    assert maya.complaints == []


def test_ten_are_rejected_with_the_keyboard_alone(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.open(f"{QUEUE}?assignee=nobody")
    for _ in range(10):
        maya.press("j")
        maya.press("x")
    expect(page.locator("[data-bulk-count]")).to_have_text("10 selected")
    maya.press("b")
    maya.press("Tab")
    maya.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Reject 10 of 10 orders?")
    page.get_by_label("Reason", exact=True).focus()
    page.keyboard.type("The par")
    maya.press("Tab")
    maya.press("Tab")
    maya.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("10 of 10 rejected")
    expect(page.get_by_role("link", name="Back to the queue")).to_be_focused()
    maya.press("Enter")
    expect(page.locator("[data-bulk-count]")).to_have_text("Tick boxes, or x")
    assert maya.complaints == []


def test_all_on_this_page_are_those_that_are_on_it(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.open(f"{QUEUE}?track=escalate")
    shown = page.locator("[data-pick]").count()
    page.get_by_role("button", name="All on this page").click()
    expect(page.locator("[data-bulk-count]")).to_have_text(f"{shown} selected")
    page.get_by_role("link", name=re.compile(r"^Exception \d+")).click()
    expect(page.locator("[data-bulk-count]")).to_have_text("Tick boxes, or x")
    page.locator("[data-pick]").nth(0).click()
    page.locator("[data-pick]").nth(3).click(modifiers=["Shift"])
    expect(page.locator("[data-bulk-count]")).to_have_text("4 selected")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("[data-pick]:checked")).to_have_count(0)


def test_who_works_on_an_order_is_seen_by_who_looks_at_it(visit: Visit) -> None:
    maya, adaeze = visit(), visit(PHONE)
    maya.sign_in()
    maya.page.locator("[data-item]").first.click()
    maya.page.get_by_role("button", name=re.compile("^Claim")).click()
    expect(maya.page.locator("#claim")).to_contain_text("You work on this since")
    path = maya.page.url.removeprefix(maya.address)

    adaeze.sign_in(ADAEZE.email)
    with adaeze.page.expect_response("**/here/**"):
        adaeze.open(path)
    strip = adaeze.page.locator("#claim")
    expect(strip).to_contain_text(
        re.compile(rf"Maya Andersen works on this since {WHEN},\s+lease ends {WHEN}")
    )
    maya.page.reload()
    expect(maya.page.locator("#claim")).to_contain_text("Also looking: Adaeze Holm")
    adaeze.page.locator("#claim summary").click()
    assert adaeze.troubles("claim") == []
    adaeze.page.get_by_label("To", exact=True).select_option("Adaeze Holm")
    adaeze.page.locator("#claim form button", has_text="Assign").click()
    expect(strip).to_contain_text("You work on this since")
    expect(strip).to_contain_text("assigned until given back")

    maya.page.reload()
    expect(maya.page.locator("#claim")).to_contain_text("Adaeze")
    expect(maya.page.locator("[data-approve]")).to_have_count(0)
    assert maya.complaints == adaeze.complaints == []


def test_an_order_is_claimed_and_released_with_one_key(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    maya.press("j")
    maya.press("Enter")
    expect(maya.page.locator("#claim")).to_contain_text("Nobody works on this")
    maya.press("c")
    expect(maya.page.locator("#claim")).to_contain_text("You work on this")
    maya.press("c")
    expect(maya.page.locator("#claim")).to_contain_text("Nobody works on this")
