"""One order's page in a real browser: what is cited lights up, opens its source, and leads back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.looks import DARK_PHONE, USUAL, Look

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"
LIT = re.compile(r"\blit\b")
TWICE_AS_LARGE = Look("light", 640, 512)  # what 200 percent leaves of 1280 by 1024


def _open(visitor: Visitor, order: str = "O-1001") -> Page:
    page = visitor.page
    visitor.open(f"{SHOP}/review/?q={order}")
    page.locator("[data-item]", has_text=order).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(order)
    visitor.settle()
    return page


def test_a_cited_id_lights_up_its_evidence_when_pointed_at_and_when_focused(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    page = _open(maya)
    cite = page.locator(".opt .cite", has_text="oms:order_total").first
    row = page.locator(".ev-t tr", has_text="Order total")
    expect(row).not_to_have_class(LIT)
    cite.hover()
    expect(row).to_have_class(LIT)
    page.locator("h1").hover()
    expect(row).not_to_have_class(LIT)
    cite.focus()
    expect(row).to_have_class(LIT)
    assert maya.complaints == []


def test_the_mail_follows_what_is_chosen(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    page = _open(maya)
    mail = page.locator(".mail-body")
    expect(mail).to_contain_text("We are preparing to send the goods again.")
    line = page.locator(".opt .sub").last
    expect(line).to_contain_text("the goods are sent again")
    page.get_by_role("radio", name="Refund").check()
    expect(mail).to_contain_text("We are refunding you to the payment method you used.")
    expect(line).to_contain_text("the money goes back")
    expect(page.locator("[data-approve]")).to_contain_text("Approve refund + mail")
    expect(mail).not_to_contain_text("goods")
    page.get_by_role("radio", name="Neither").check()
    expect(mail).to_contain_text("You can choose: we send the goods again, or you get your money")
    page.get_by_role("checkbox", name="Mail").uncheck()
    expect(page.get_by_text("Not chosen: it does not go")).to_be_visible()
    expect(page.locator("[data-approve]")).to_be_disabled()
    assert maya.complaints == []


def test_the_source_is_marked_and_leads_to_the_row_by_keyboard(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    page = _open(maya)
    page.locator(".opt .cite", has_text="oms:order_total").first.focus()
    maya.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("mark").first).to_contain_text('"total"')
    dialog.get_by_role("link", name="Show in the list").focus()
    maya.press("Enter")
    expect(dialog).to_be_hidden()
    row = page.locator(".pieces-box li", has_text="oms:order_total")
    expect(row).to_be_visible()
    expect(row).to_be_focused()
    assert maya.complaints == []


def test_without_a_script_the_source_s_page_leads_back_to_the_lit_row(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    page = _open(maya)
    source = page.locator(".opt .cite", has_text="oms:order_total").first.get_attribute("href")
    maya.open(source or "")
    expect(page.locator("mark").first).to_contain_text('"total"')
    page.get_by_role("link", name=re.compile("to this piece in the evidence$")).click()
    row = page.locator(".pieces li:target")
    expect(row).to_be_visible()
    expect(row).to_contain_text("oms:order_total")


def test_nothing_is_wrong_with_it_on_any_screen(visit: Visit) -> None:
    maya = visit()
    maya.sign_in()
    found = []
    for order in ("O-1001", "O-1004"):
        _open(maya, order)
        maya.unfold()
        found += maya.troubles(f"detail-{order}", *USUAL, DARK_PHONE, TWICE_AS_LARGE)
    assert found == []
    assert maya.complaints == []
