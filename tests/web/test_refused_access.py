"""What a role or a scope does not open stands on the audit page, counted, without what was sent."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from shopops.administration.auditing.asked import read_asked
from shopops.administration.auditing.lines import Group, Line
from shopops.administration.auditing.listing import listing
from shopops.guards.models import RefusedAccess
from shopops.guards.refused import KEPT_FOR, purge_refused
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop
from tests.support.review_api import reading_token, send

pytestmark = pytest.mark.django_db


def rows(shop: Tenant, **given: str) -> list[Line]:
    asked = read_asked({"kind": "refusals", **given}, shop=shop, now=timezone.now())
    with tenant_scope(shop.pk):
        return listing(asked).lines


def settings(shop: Tenant, page: str) -> str:
    return f"/t/{shop.slug}/settings/{page}"


def test_a_page_that_a_role_does_not_open_is_one_row_with_its_count(
    shop: Tenant, admin: Membership, maya: Membership
) -> None:
    client = signed_in(maya)
    for number in range(3):
        address = settings(shop, f"members/{admin.pk}/turn/?secret=hunter{number}")
        assert client.post(address, {"reason": "my words"}).status_code == 403
    [row] = rows(shop)
    assert (row.who, row.code, row.group) == ("Maya", "role_missing", Group.REFUSALS)
    assert row.said == "Asked for a page that the role does not open, 3 times within the hour"
    assert row.detail == "/t/…/settings/members/…/turn/"
    assert rows(shop, person=str(admin.pk)) == []
    words = text_of(signed_in(admin).get(f"/t/{shop.slug}/audit/"))
    assert "Maya · Asked for a page that the role does not open" in words
    assert "hunter" not in words
    assert "my words" not in words


def test_a_loop_makes_a_row_an_hour_and_kind_of_address_and_no_more(
    shop: Tenant, admin: Membership, maya: Membership
) -> None:
    client = signed_in(maya)
    for _ in range(2):
        for page in (f"members/{admin.pk}/", f"members/{maya.pk}/", "tokens/"):
            assert client.get(settings(shop, page)).status_code == 403
    with tenant_scope(shop.pk):
        assert sorted(RefusedAccess.objects.values_list("times", flat=True)) == [2, 4]


def test_a_call_that_a_token_s_scopes_do_not_open_stands_there_too(shop: Tenant) -> None:
    secret = reading_token(shop)
    for _ in range(2):
        assert send(secret, "POST", "resolutions", {"note": "hunter"}).status_code == 403
    [row] = rows(shop)
    assert (row.who, row.code) == ("", "scope_missing")
    assert row.said.startswith("Asked for a call that the token’s scopes do not open, 2 times")
    assert row.detail.endswith("… /api/v1/resolutions")
    assert row.detail.startswith(f"Through the API token {secret[:9]}")


def test_what_is_refused_for_another_reason_or_in_another_shop_is_not_there(
    shop: Tenant, admin: Membership, maya: Membership
) -> None:
    other = hire(open_shop("store_other"), "Zoe", Role.ADMIN)
    assert signed_in(other).get(settings(shop, "tokens/")).status_code == 404
    assert Client(enforce_csrf_checks=True).post("/sign-in/").status_code == 403
    assert rows(shop) == rows(other.tenant) == []


def test_after_a_year_and_a_bit_it_is_deleted(shop: Tenant, maya: Membership) -> None:
    signed_in(maya).get(settings(shop, "tokens/"))
    now = timezone.now()
    assert purge_refused(now=now + KEPT_FOR - timedelta(minutes=1)) == 0
    assert purge_refused(now=now + KEPT_FOR + timedelta(minutes=1)) == 1
    assert rows(shop) == []
