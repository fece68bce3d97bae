"""A security key is added and then signs in beside the password, in a browser that has one."""

import pytest
from playwright.sync_api import Page

from shopops.demo.northline import MAYA, NORTHLINE
from tests.browser.conftest import Visit
from tests.browser.looks import USUAL

pytestmark = pytest.mark.django_db(transaction=True)
KEY = {
    "protocol": "ctap2",
    "transport": "usb",
    "hasResidentKey": False,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def _plug_in(page: Page) -> None:
    """A key whose button is pressed whenever the browser asks."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})


def test_a_key_is_added_and_signs_in_beside_the_password(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    _plug_in(page)
    maya.type_password()
    maya.open("/account/")
    maya.follow(page.get_by_role("link", name="Add a security key"))
    found = maya.troubles("key-add")
    page.get_by_label("What you call it").fill("The blue one")
    page.get_by_role("button", name="Ask for the key").click()
    page.wait_for_url("**/recovery-codes/")
    maya.open("/account/")
    assert page.get_by_text("The blue one").first.is_visible()
    found += maya.troubles("account", *USUAL)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("E-mail address").fill(MAYA.email)
    page.get_by_label("Password").fill(NORTHLINE.password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/sign-in/code/")
    found += maya.troubles("key-use", *USUAL)
    page.get_by_role("button", name="Use your security key").click()
    page.wait_for_url("**/review/")
    assert found == []
    assert maya.complaints == []
