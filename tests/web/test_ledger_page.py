"""The shop's ledger as a page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from shopops.ledger.passes import verify_and_record
from shopops.tenants.models import Role
from tests.support.pages import handle_in, text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER, "O-1004"])


def test_the_newest_entry_comes_first_and_says_what_happened(room: Reviewing) -> None:
    client = room.client()
    handle = handle_in(client.get(room.page_of(ORDER)))
    form = {"handle": handle, "decision": "approve", "action": "1"}
    client.post(room.url("review/decide/"), form)
    rows = client.get(room.url("ledger/")).context["rows"]
    assert [row.line.seq for row in rows] == list(range(len(rows), 0, -1))
    assert rows[0].line.sentence == "Maya approved send again"
    assert (rows[0].order, rows[0].actor) == (ORDER, "human")


def test_pages_go_back_to_the_first_entry(room: Reviewing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shopops.review.views.ledger.PAGE", 4)
    client, seen, address = room.client(), [], room.url("ledger/")
    while address:
        page = client.get(address)
        seen += [row.line.seq for row in page.context["rows"]]
        before = page.context["before"]
        address = room.url(f"ledger/?before={before}") if before else ""
    assert seen == list(range(len(seen), 0, -1))
    assert len(seen) == 6


@pytest.mark.parametrize("before", ["", "x", "-1", "1e9", "9" * 40])
def test_a_place_that_no_page_gave_out_shows_the_newest(room: Reviewing, before: str) -> None:
    page = room.client().get(room.url(f"ledger/?before={before}"))
    assert page.context["rows"][0].line.seq == 6


def test_it_says_whether_it_was_ever_verified(room: Reviewing) -> None:
    assert "Not verified yet." in text_of(room.client("Vik", Role.VIEWER).get(room.url("ledger/")))


def test_the_badge_on_every_page_says_when_it_was_verified(room: Reviewing) -> None:
    verify_and_record(tenant_id=room.shop.pk, now=timezone.now() - timedelta(minutes=2))
    client = room.client()
    assert "Ledger verified 2 min ago" in text_of(client.get(room.url("review/")))
    assert "6 entries, nothing wrong." in text_of(client.get(room.url("ledger/")))


def test_another_shop_s_entries_are_not_in_it(room: Reviewing) -> None:
    reviewing(["O-1008"], slug="store_other")
    rows = room.client().get(room.url("ledger/")).context["rows"]
    assert {row.order for row in rows} == {ORDER, "O-1004"}
