"""An admin sets how alarms ring, in a browser."""

import pytest
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE
from tests.browser.conftest import Visit

pytestmark = pytest.mark.django_db(transaction=True)
SETTINGS = "/t/store_northline/settings"
NARROW = (390, 844)
PAGES = ("alarms", "people", "replies")


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_settings_fit_a_telephone(visit: Visit, scheme: str) -> None:
    visitor = visit(scheme, NARROW)
    visitor.sign_in(ADAEZE.email)
    for name in PAGES:
        visitor.open(f"{SETTINGS}/{name}/")
        visitor.keep(f"settings-{name}-{scheme}-narrow", whole=True)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= NARROW[0], name
    assert visitor.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_settings_on_a_wide_screen_say_nothing_on_the_console(
    visit: Visit, scheme: str
) -> None:
    visitor = visit(scheme)
    visitor.sign_in(ADAEZE.email)
    for name in PAGES:
        visitor.open(f"{SETTINGS}/{name}/")
        visitor.keep(f"settings-{name}-{scheme}", whole=True)
    assert visitor.complaints == []
