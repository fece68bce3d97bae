"""Words drafted by a model in a real browser: switched on, asked for, read, thrown away and saved,
by keyboard, and nothing that was typed is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit, Visitor
from tests.browser.looks import DARK_PHONE
from tests.support.model_double import NAME, WORDS, a_model

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"
SAID = "[data-draft-said]"


def _switch_on(admin: Visitor) -> None:
    page = admin.page
    admin.open(f"{SHOP}/settings/wording/")
    page.get_by_role("radio", name=re.compile("^Yes")).check()
    page.get_by_label("Why does this change?").fill("To try it")
    admin.follow(page.get_by_role("button", name="Save as version 1"))
    expect(page.get_by_text("Version 1 is in force.")).to_be_visible()


def _form(visitor: Visitor) -> Page:
    page = visitor.page
    visitor.open(f"{SHOP}/review/?q=O-1001")
    page.locator("[data-item]", has_text="O-1001").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("O-1001")
    visitor.settle()
    page.locator("[data-edit]").click()
    return page


def test_without_a_model_the_page_says_so(visit: Visit) -> None:
    admin = visit()
    admin.sign_in(ADAEZE.email)
    admin.open(f"{SHOP}/settings/wording/")
    expect(admin.page.get_by_role("heading", name="No model is configured")).to_be_visible()
    assert admin.troubles("wording-without") == []


def test_a_draft_is_asked_for_read_changed_and_saved(visit: Visit) -> None:
    with a_model() as double:
        admin = visit()
        admin.sign_in(ADAEZE.email)
        _switch_on(admin)
        assert admin.troubles("wording") == []
        page = _form(admin)
        own = page.get_by_label("Also say, one point per line")
        own.fill("Thank you for telling us")
        ask = page.get_by_role("button", name="Draft with the model")
        ask.focus()
        page.keyboard.press("Enter")
        draft = page.get_by_label("The model’s draft: read it, change it")
        expect(draft).to_have_value(WORDS)
        expect(page.locator(SAID)).to_have_text("The draft is below. Read it before you save.")
        expect(ask).to_be_focused()
        expect(own).to_have_value("Thank you for telling us")
        assert admin.troubles("draft") == []

        double.answer = "It comes on Friday."
        ask.click()
        expect(page.locator(SAID)).to_contain_text("was refused: it names a day")
        expect(draft).to_have_value(WORDS)  # an earlier one stays
        assert admin.troubles("draft-refused") == []
        [told] = admin.complaints  # the console names the answer that the page has said
        assert "422" in told
        admin.complaints.clear()

        double.hangs = True
        ask.click()
        expect(page.locator(SAID)).to_have_text("Drafting…")
        expect(ask).to_have_attribute("aria-busy", "true")
        double.closed.set()
        expect(page.locator(SAID)).to_contain_text("The model’s answer broke off.")
        expect(ask).not_to_have_attribute("aria-busy", "true")
        admin.complaints.clear()  # 502

        draft.fill("We understand how tiring it is to wait.")
        asked = len(double.asked)
        ask.click()
        expect(page.locator(SAID)).to_contain_text("You changed the draft.")
        assert len(double.asked) == asked

        page.get_by_role("button", name="Save as a new revision").last.click()
        expect(page.get_by_role("heading", name=re.compile("^Changed by"))).to_be_visible()
        mail = page.locator(".mail-body")
        expect(mail).to_contain_text("We understand how tiring it is to wait.")
        expect(mail).to_contain_text(f"drafted by {NAME} and changed; goes as written")
        expect(mail).to_contain_text("Thank you for telling us")
        assert admin.troubles("drafted") == []


def test_a_draft_is_thrown_away_and_enter_in_a_field_saves(visit: Visit) -> None:
    with a_model() as double:
        admin = visit(DARK_PHONE)
        admin.sign_in(ADAEZE.email)
        _switch_on(admin)
        page = _form(admin)
        ask = page.get_by_role("button", name="Draft with the model")
        ask.click()
        expect(page.get_by_label("The model’s draft: read it, change it")).to_have_value(WORDS)
        page.get_by_role("button", name="Discard").click()
        expect(page.get_by_label("The model’s draft: read it, change it")).to_have_count(0)
        expect(page.locator(SAID)).to_have_text("The draft is discarded.")
        expect(ask).to_be_focused()
        amount = page.get_by_label(re.compile("^Refund.*USD$"))
        amount.fill("60.00")
        amount.press("Enter")
        expect(page.get_by_role("heading", name=re.compile("^Changed by"))).to_be_visible()
        expect(page.locator(".mail-body")).not_to_contain_text("tiring")
        assert len(double.asked) == 1
