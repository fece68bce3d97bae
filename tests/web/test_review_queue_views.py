"""Saved views: a name for an address, for oneself or, by an admin, for everybody."""

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from shopops.review.models import SavedView
from shopops.review.query import kept_query
from shopops.review.saved_views import MOST_VIEWS
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
FILTERS = "track=exception&low=100&currency=USD&due="
KEPT = "currency=USD&low=100.00&track=exception"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now(["O-1001"])


def _save(room: Reviewing, client: Client, name: str, query: str = FILTERS, **fields: str) -> str:
    """What the page that follows says."""
    address = room.url(f"review/views/?{query}")
    return text_of(client.post(address, {"name": name, **fields}, follow=True))


def _views(room: Reviewing, client: Client) -> list[str]:
    return [one.name for one in client.get(room.url("review/")).context["beside"].views]


def _only(room: Reviewing) -> SavedView:
    with tenant_scope(room.shop.pk):
        return SavedView.objects.get()


def test_a_view_is_its_address_whatever_the_order_of_its_filters(room: Reviewing) -> None:
    client = room.client()
    assert "“Large ones” is kept among your views." in _save(room, client, " Large  ones ")
    assert _only(room).query == KEPT
    shown = client.get(room.url("review/?low=100&currency=USD&track=exception"))
    assert shown.context["view"].name == "Large ones"
    assert f'href="{room.url("review/")}?{KEPT.replace("&", "&amp;")}"' in shown.content.decode()
    assert client.get(room.url("review/")).context["view"] is None


@pytest.mark.parametrize(
    ("typed", "currency", "kept"),
    [
        ("1.290", "USD", "1290.00"),
        ("1.290,5", "usd", "1290.50"),
        ("12,345", "KWD", "0012.345"),
        ("much", "USD", "much"),
    ],
)
def test_the_amounts_of_a_view_mean_the_same_in_every_language(
    typed: str, currency: str, kept: str
) -> None:
    asked = QueryDict(mutable=True)
    asked.update({"currency": currency, "low": typed})
    with translation.override("de"):
        saved = kept_query(asked.urlencode())
        assert kept_query(saved) == saved
    assert QueryDict(saved)["low"] == kept
    with translation.override("en"):
        assert kept_query(saved) == saved


def test_a_view_is_its_owner_s_alone(room: Reviewing) -> None:
    maya, noor = room.client(), room.client("Noor")
    _save(room, maya, "Mine")
    assert _views(room, maya) == ["Mine"]
    assert _views(room, noor) == []
    address = room.url(f"review/views/{_only(room).pk}/remove/")
    assert "There is no such view of yours." in text_of(noor.post(address, follow=True))
    assert _views(room, maya) == ["Mine"]


def test_an_admin_shares_a_view_and_removes_a_shared_one(room: Reviewing) -> None:
    admin, maya = room.client("Ada", Role.ADMIN), room.client()
    said = _save(room, admin, "Team", shared="on")
    assert "“Team” is kept among everybody's views." in said
    assert _views(room, maya) == ["Team"]
    address = room.url(f"review/views/{_only(room).pk}/remove/")
    maya.post(address)
    assert _views(room, maya) == ["Team"]
    other = room.client("Bo", Role.ADMIN)
    assert "“Team” is no longer kept." in text_of(other.post(address, follow=True))
    assert _views(room, maya) == []


def test_nobody_else_shares(room: Reviewing) -> None:
    said = _save(room, room.client(), "Team", shared="on")
    assert "Only an administrator shares a view with everybody." in said
    assert _views(room, room.client()) == []


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_view_needs_a_name(room: Reviewing, name: str) -> None:
    said = _save(room, room.client(), name)
    assert "Give the view a name of at most 60 characters." in said


def test_a_name_is_kept_without_what_nobody_types(room: Reviewing) -> None:
    _save(room, room.client(), "Lar\0ge \u202eones")
    assert _only(room).name == "Large ones"


def test_a_name_is_taken_once_in_any_case(room: Reviewing) -> None:
    maya = room.client()
    _save(room, maya, "Large")
    assert "You have a view of that name." in _save(room, maya, "LARGE")
    _save(room, room.client("Noor"), "large")
    assert _views(room, maya) == ["Large"]


def test_a_person_keeps_a_bounded_number_of_views(room: Reviewing) -> None:
    maya = room.client()
    with tenant_scope(room.shop.pk):
        SavedView.objects.bulk_create(
            SavedView(tenant_id=room.shop.pk, owner=room.person(), name=f"View {number}")
            for number in range(MOST_VIEWS)
        )
    assert "You keep 30 views, which is the most." in _save(room, maya, "One more")


def test_filters_that_are_too_long_are_refused(room: Reviewing) -> None:
    said = _save(room, room.client(), "Long", query=f"rule={'x' * 600}")
    assert "These filters are too long for a view." in said


def test_another_shop_s_views_look_as_if_they_were_none(room: Reviewing) -> None:
    other = reviewing([], slug="store_other", now=room.now)
    admin = other.client("Ada", Role.ADMIN)
    _save(other, admin, "Theirs", shared="on")
    theirs = _only(other).pk
    boss = room.client("Bo", Role.ADMIN)
    assert _views(room, boss) == []
    said = text_of(boss.post(room.url(f"review/views/{theirs}/remove/"), follow=True))
    assert "There is no such view of yours." in said
    assert _views(other, admin) == ["Theirs"]


def test_a_view_is_neither_kept_nor_removed_by_looking(room: Reviewing) -> None:
    client = room.client()
    assert client.get(room.url("review/views/")).status_code == 405
    assert client.get(room.url("review/views/1/remove/")).status_code == 405
