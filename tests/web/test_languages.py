"""Pages and mails in the language that a person chose, else as the browser asks."""

import pytest
from django.test import Client

from shopops.tenants.languages import language_of
from shopops.tenants.models import Membership, User
from shopops.tenants.scope import tenant_scope
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.fixture
def maya() -> Membership:
    return hire(open_shop(), "Maya")


@pytest.fixture
def browser(maya: Membership) -> Client:
    return signed_in(maya)


def alarms(maya: Membership) -> str:
    return f"/t/{maya.tenant.slug}/alarms/"


def test_a_browser_that_asks_for_german_gets_it_and_caches_know(
    maya: Membership, browser: Client
) -> None:
    page = browser.get(alarms(maya), headers=GERMAN)
    assert '<html lang="de"' in page.content.decode()
    assert page["Content-Language"] == "de"
    assert "Accept-Language" in page["Vary"]
    assert '<html lang="en"' in browser.get(alarms(maya)).content.decode()


def test_what_a_person_chose_outweighs_the_browser_and_mails_follow(
    maya: Membership, browser: Client
) -> None:
    said = browser.post("/account/language/", {"language": "en"}, follow=True)
    assert "Language kept" in text_of(said)
    assert "This page is not translated" not in text_of(said)
    assert browser.get(alarms(maya), headers=GERMAN)["Content-Language"] == "en"
    kept = browser.post("/account/language/", {"language": "de"}, follow=True)
    assert "the ledger and mails are in Deutsch from now on. This page is not" in text_of(kept)
    assert browser.get(alarms(maya))["Content-Language"] == "de"
    with tenant_scope(maya.tenant_id):
        assert language_of(Membership.objects.get(pk=maya.pk)) == "de"


def test_a_language_that_is_none_changes_nothing(maya: Membership, browser: Client) -> None:
    assert browser.post("/account/language/", {"language": "xx"}).status_code == 404
    assert User.objects.get(pk=maya.user_id).language == ""


def test_a_page_that_is_not_translated_is_english_as_a_whole(browser: Client) -> None:
    page = browser.get("/account/", headers=GERMAN)
    assert '<html lang="en"' in page.content.decode()
    assert "Content-Language" not in page


def test_programs_are_answered_in_english(browser: Client) -> None:
    assert b"No such address" in browser.get("/api/v1/nothing", headers=GERMAN).content
