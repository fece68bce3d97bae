"""The shop's ledger as a page."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from shopops.ledger.pages import latest
from shopops.ledger.passes import verify_and_record
from shopops.review.words.times import moment
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.pages import handle_in, text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER, "O-1004"])


def _entries(room: Reviewing) -> int:
    with tenant_scope(room.shop.pk):
        return len(latest(room.shop.pk, before=None, limit=100))


def test_the_newest_entry_comes_first_and_says_what_happened(room: Reviewing) -> None:
    client = room.client()
    handle = handle_in(client.get(room.page_of(ORDER)))
    form = {"handle": handle, "decision": "approve", "action": "1"}
    client.post(room.url("review/decide/"), form)
    rows = client.get(room.url("ledger/")).context["rows"]
    assert [row.line.seq for row in rows] == list(range(len(rows), 0, -1))
    [decided] = [row for row in rows if row.line.kind == "decision"]
    assert decided.line.sentence == "Maya approved send again"
    assert (decided.order, decided.actor) == (ORDER, "human")
    assert rows.index(decided) < 3  # what its alarm has to say may follow


def test_pages_go_back_to_the_first_entry(room: Reviewing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shopops.review.views.ledger.PAGE", 4)
    client, seen, address = room.client(), [], room.url("ledger/")
    while address:
        page = client.get(address)
        seen += [row.line.seq for row in page.context["rows"]]
        before = page.context["before"]
        address = room.url(f"ledger/?before={before}") if before else ""
    assert seen == list(range(len(seen), 0, -1))
    assert len(seen) == _entries(room)


@pytest.mark.parametrize("before", ["", "x", "-1", "1e9", "9" * 40])
def test_a_place_that_no_page_gave_out_shows_the_newest(room: Reviewing, before: str) -> None:
    page = room.client().get(room.url(f"ledger/?before={before}"))
    assert page.context["rows"][0].line.seq == _entries(room)


def test_it_says_whether_it_was_ever_verified(room: Reviewing) -> None:
    assert "Not verified yet." in text_of(room.client("Vik", Role.VIEWER).get(room.url("ledger/")))


def test_the_badge_on_every_page_says_when_it_was_verified(room: Reviewing) -> None:
    verify_and_record(tenant_id=room.shop.pk, now=timezone.now() - timedelta(minutes=2))
    client = room.client()
    assert "Ledger verified 2 min ago" in text_of(client.get(room.url("review/")))
    assert f"{_entries(room)} entries, nothing wrong." in text_of(client.get(room.url("ledger/")))


def test_another_shop_s_entries_are_not_in_it(room: Reviewing) -> None:
    reviewing(["O-1008"], slug="store_other")
    rows = room.client().get(room.url("ledger/")).context["rows"]
    assert {row.order for row in rows} == {ORDER, "O-1004"}


def test_an_entry_that_was_recorded_later_shows_both_times() -> None:
    now = timezone.now()
    room = reviewing([ORDER], now=now - timedelta(days=3))
    client = room.client()
    happened, recorded = (moment(at) for at in (now - timedelta(days=3), now))
    assert f"{happened} recorded {recorded}" in text_of(client.get(room.url("ledger/")))
    said = "Intake recorded 15 pieces of evidence recorded"
    assert said in text_of(client.get(room.page_of(ORDER)))


def test_an_entry_that_was_recorded_at_once_shows_one_time(room: Reviewing) -> None:
    words = text_of(room.client().get(room.url("ledger/")))
    assert not re.search(r"\d\d:\d\d recorded ", words)
    assert f"Times are in {room.shop.timezone}." in words


def _seqs(page: Any) -> list[int]:
    return [row.line.seq for row in page.context["rows"]]


def test_entries_are_found_by_order_kind_and_person(room: Reviewing) -> None:
    client = room.client()
    form = {"decision": "approve", "action": "1"}
    client.post(
        room.url("review/decide/"), form | {"handle": handle_in(client.get(room.page_of(ORDER)))}
    )
    rows = client.get(room.url("ledger/")).context["rows"]
    mine = [row.line.seq for row in rows if row.order == ORDER]
    for typed in ("1001", "O-1001", " #1001"):
        assert _seqs(client.get(room.url("ledger/"), {"order": typed})) == mine
    [decided] = [row.line.seq for row in rows if row.line.kind == "decision"]
    maya, noor = room.person("Maya"), room.person("Noor")
    for asked, found in (
        ({"kind": "decisions"}, [decided]),
        ({"kind": "decisions", "order": "1004"}, []),
        ({"person": maya.pk}, [row.line.seq for row in rows if "Maya" in row.line.sentence]),
        ({"person": noor.pk}, []),
        ({"kind": "no such", "person": "9" * 40}, [row.line.seq for row in rows]),
    ):
        assert _seqs(client.get(room.url("ledger/"), asked)) == found, asked
    empty = client.get(room.url("ledger/"), {"order": "O-9"})
    assert "Nothing like that is recorded" in text_of(empty)
    assert empty.content.count(b"Show everything") == 2


def test_what_is_looked_for_goes_back_a_stretch_at_a_time(
    room: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = room.client()
    whole = _seqs(client.get(room.url("ledger/"), {"kind": "evidence"}))
    assert len(whole) == 2
    monkeypatch.setattr("shopops.ledger.searching.STRETCH", 3)
    seen: list[int] = []
    address = room.url("ledger/?kind=evidence")
    for _ in range(_entries(room)):
        page = client.get(address)
        seen += _seqs(page)
        if page.context["before"] is None:
            break
        assert "there are older ones" in text_of(page)
        address = room.url(f"ledger/?kind=evidence&before={page.context['before']}")
    assert seen == whole
    assert page.context["before"] is None
