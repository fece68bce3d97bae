"""The mail doctor in a browser: a test is sent, and the page follows it without being reloaded."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE, MAYA
from tests.browser.conftest import Visit, Visitor
from tests.browser.looks import PHONE
from tests.support.mailboxes import mailboxes

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/t/store_northline/alarms/mail-doctor/"
BOX = f"/demo/mailbox/{MAYA.email}/"


def answer(visitor: Visitor, text: str | None = None) -> None:
    """Maya's, in another tab: with the code that the demo's mailbox has put there, or `text`."""
    page = visitor.page.context.new_page()
    page.goto(f"{visitor.address}{BOX}")
    page.get_by_role("link", name="Mail test: please answer").first.click()
    if text is not None:
        page.get_by_label("Your text").fill(text)
    page.get_by_role("button", name="Send the answer").click()
    expect(page.get_by_text("Your answer has arrived.")).to_be_visible()
    page.close()


def test_an_admin_sends_a_test_and_sees_the_answers_come_in(visit: Visit, tmp_path: Path) -> None:
    visitor = visit(PHONE)
    visitor.sign_in(ADAEZE.email)
    page = visitor.page
    with mailboxes(tmp_path):
        visitor.open(PAGE)
        expect(page.get_by_text("No test yet")).to_be_visible()
        assert visitor.troubles("mail-doctor-empty") == []
        page.get_by_label("To").focus()
        visitor.press("Tab")
        visitor.press("Enter")
        verdict = page.locator(".verdict")
        expect(verdict).to_have_text("waiting Waiting for the answer")
        assert visitor.troubles("mail-doctor-waiting") == []
        answer(visitor, "I am on it.")
        expect(verdict).to_have_text(
            "failed First step that failed: The test code stands alone on a line"
        )
        assert visitor.troubles("mail-doctor-failed") == []
        answer(visitor)
        expect(verdict).to_have_text("passed Every step passed")
        assert visitor.troubles("mail-doctor-passed") == []
    assert visitor.complaints == []
