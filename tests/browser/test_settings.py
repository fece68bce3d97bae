"""An admin sets how alarms ring, in a browser."""

import re
from datetime import timedelta

import pytest
from django.test import override_settings
from playwright.sync_api import expect

from shopops.alarms.clock import database_now
from shopops.demo.northline import ADAEZE, MAYA
from tests.browser.conftest import Visit
from tests.browser.looks import PHONE
from tests.support.ringing import mail_server

pytestmark = pytest.mark.django_db(transaction=True)
SETTINGS = "/t/store_northline/settings"


def test_what_would_happen_follows_what_is_typed_and_saving_puts_it_into_force(
    visit: Visit,
) -> None:
    visitor = visit()
    visitor.sign_in(ADAEZE.email)
    visitor.open(f"{SETTINGS}/alarms/")
    page = visitor.page
    preview = page.locator("#preview")
    expect(preview).to_contain_text("again every 10 min")
    page.get_by_label("Ring again every").fill("45")
    page.get_by_label("Quiet from").fill("22:00")
    page.get_by_label("Quiet until").fill("07:00")
    page.get_by_label("Quiet until").blur()
    expect(preview).to_contain_text("again every 45 min")
    expect(preview).to_contain_text("Silent 22:00–07:00 America/Chicago")
    expect(preview).to_contain_text("not saved yet")
    visitor.keep("settings-alarms-draft", whole=True)
    page.get_by_label("Why does this change?").fill("Nights off")
    page.get_by_role("button", name="Save as version").click()
    expect(page.get_by_text("is in force for every open alarm")).to_be_visible()
    expect(preview).to_contain_text("under the settings in force")
    expect(page.get_by_text("Quiet hours: none")).to_be_visible()
    assert visitor.complaints == []


def test_without_javascript_a_button_shows_what_would_happen(visit: Visit) -> None:
    visitor = visit()
    visitor.sign_in(ADAEZE.email)
    visitor.open(f"{SETTINGS}/alarms/")
    page = visitor.page
    page.evaluate("document.querySelector('#ringing').removeAttribute('hx-post')")
    page.get_by_label("Ring again every").fill("45")
    page.get_by_role("button", name="Show what would happen").click()
    expect(page.locator("#preview")).to_contain_text("again every 45 min")
    expect(page.get_by_label("Ring again every")).to_have_value("45")


def test_an_address_is_added_confirmed_by_its_reader_and_then_rung(visit: Visit) -> None:
    ada, reader = visit(), visit(PHONE)
    with mail_server() as sink, override_settings(SHOPOPS_SITE_URL=ada.address):
        ada.sign_in(ADAEZE.email)
        ada.open(f"{SETTINGS}/people/")
        page = ada.page
        adding = page.get_by_role("region", name="Put somebody on call")
        adding.get_by_label("Person").select_option(label=MAYA.name)
        adding.get_by_label("E-mail address").fill("maya@oncall.example")
        adding.get_by_role("button", name="Add and ask to confirm").click()
        expect(page.get_by_text("not confirmed: not rung")).to_be_visible()
        away = page.get_by_role("region", name="Out of office")
        away.get_by_label("Person").select_option(label="Tomasz Wren")
        away.get_by_label("Away from").fill("2020-01-01T08:00")
        later = database_now() + timedelta(days=9)
        away.get_by_label("Until").fill(f"{later:%Y-%m-%dT%H:%M}")
        away.get_by_role("button", name="Enter this absence").click()
        expect(page.get_by_text("away now")).to_be_visible()
        assert ada.troubles("settings-people-busy") == []
        link = re.search(r"http://\S+/confirm-address/\S+", sink.mails[0].data.decode())
        assert link is not None
        reader.page.goto(link[0])
        assert reader.troubles("settings-confirm-address") == []
        reader.page.get_by_role("button", name="Yes, send alarms here").click()
        expect(reader.page.get_by_role("heading", name="Confirmed")).to_be_visible()
    page.reload()
    expect(page.get_by_text("not confirmed: not rung")).to_have_count(0)
    assert [*ada.complaints, *reader.complaints] == []
