"""An admin limits what one person may approve, in a browser."""

import pytest
from playwright.sync_api import expect

from shopops.demo.northline import ADAEZE
from shopops.tenants.models import Membership
from tests.browser.conftest import Visit
from tests.browser.looks import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_an_own_limit_is_set_with_a_reason_and_stands_on_the_page(visit: Visit) -> None:
    visitor = visit()
    visitor.sign_in(ADAEZE.email)
    maya = Membership.objects.get(tenant__slug="store_northline", display_name__startswith="Maya")
    visitor.open(f"/t/store_northline/settings/members/{maya.pk}/")
    page = visitor.page
    limits = page.get_by_role("region", name="Own limit besides")
    limits.get_by_label("Approves at most, for one order").fill("USD 50.00")
    limits.get_by_label("Why?").fill("New here")
    limits.get_by_role("button", name="Save the limit").click()
    expect(page.get_by_text("is in force with version")).to_be_visible()
    expect(page.get_by_role("cell", name="USD 50.00")).to_be_visible()
    assert visitor.troubles("member") == []
    visitor.open("/account/")
    assert visitor.troubles("account") == []
    visitor.open("/t/store_northline/settings/members/")
    assert visitor.troubles("members") == []
    assert visitor.complaints == []


def test_why_somebody_stays_is_seen_where_the_page_comes_back(visit: Visit) -> None:
    visitor = visit(PHONE)
    visitor.sign_in(ADAEZE.email)
    ada = Membership.objects.get(tenant__slug="store_northline", user__email=ADAEZE.email)
    visitor.open(f"/t/store_northline/settings/members/{ada.pk}/")
    leaving = visitor.page.get_by_role("region", name="Deactivate")
    leaving.get_by_label("Why?").fill("Leaves")
    leaving.get_by_role("button").click()
    refused = visitor.page.get_by_role("alert").filter(has_text="is the only admin")
    expect(refused).to_be_in_viewport()
    expect(refused).to_be_focused()
    assert visitor.troubles("member-refused") == []
