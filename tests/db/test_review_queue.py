"""The queue: oldest first, filters, search, pages by keyset, counts with a cap."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from shopops.review import counts as counting
from shopops.review import queue as reading
from shopops.review.config import ReviewConfig
from shopops.review.counts import queue_counts
from shopops.review.cursor import Cursor
from shopops.review.decisions import approve
from shopops.review.queue import Filters, Page, next_waiting, queue_page
from shopops.tenants.scope import tenant_scope
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Reviewing:
    return reviewing()


def _page(room: Reviewing, after: Cursor | None = None, **filters: object) -> Page:
    with tenant_scope(room.shop.pk):
        wanted = Filters(**filters)  # type: ignore[arg-type]
        return queue_page(room.shop.pk, wanted, after, room.now + timedelta(minutes=14))


def _numbers(page: Page) -> list[str]:
    return [row.number for row in page.rows]


def test_a_row_says_what_is_wrong_how_much_and_for_how_long(room: Reviewing) -> None:
    first = _page(room).rows[0]
    assert (first.number, first.headline) == ("1001", "Parcel stalled 6 days")
    assert (first.amount, first.track, first.age.words) == (
        "129.00 USD",
        "exception",
        "waiting 14 min",
    )


def test_only_what_waits_is_in_the_queue(room: Reviewing) -> None:
    assert {row.status for row in _page(room).rows} == {"pending"}
    assert "1002" not in _numbers(_page(room))


def test_another_shop_s_orders_are_not_in_it(room: Reviewing) -> None:
    other = reviewing(["O-1001"], slug="store_other")
    assert len(_page(other).rows) == 1


def test_the_oldest_comes_first(room: Reviewing) -> None:
    late = reviewing(["O-1004"], slug="store_late")
    late.now += timedelta(minutes=5)
    late.resolve("O-1001")
    assert _numbers(_page(late)) == ["1004", "1001"]


@pytest.mark.parametrize("size", [1, 4, 27, 28, 50])
def test_pages_show_everything_once(
    room: Reviewing, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    whole = _numbers(_page(room))
    monkeypatch.setattr(reading, "PAGE", size)
    seen, after = [], None
    for _ in range(len(whole) + 1):
        page = _page(room, after)
        seen += _numbers(page)
        if page.after is None:
            break
        after = Cursor.read(str(page.after))
    assert seen == whole
    assert len(whole) == 28


def test_a_decided_order_does_not_shift_the_next_page(
    room: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PAGE", 5)
    first = _page(room)
    expected = _numbers(_page(room, first.after))
    _approve(room, "O-1001")
    assert _numbers(_page(room, first.after)) == expected


def test_tracks_are_told_apart(room: Reviewing) -> None:
    assert {row.track for row in _page(room, track="escalate").rows} == {"escalate"}


def test_the_amount_filter_includes_its_limits(room: Reviewing) -> None:
    assert "1001" in _numbers(_page(room, currency="USD", low=12900, high=12900))
    assert "1001" not in _numbers(_page(room, currency="USD", low=12901))
    assert "1001" not in _numbers(_page(room, currency="USD", high=12899))
    assert _numbers(_page(room, currency="JPY", low=1)) == ["1032"]


def test_the_rule_filter_finds_what_that_rule_sent_to_a_person(room: Reviewing) -> None:
    assert _numbers(_page(room, rule="AGG-1")) == ["1030"]


@pytest.mark.parametrize("typed", ["1001", "O-1001"])
def test_a_search_finds_an_order_by_its_number_or_id(room: Reviewing, typed: str) -> None:
    assert _numbers(_page(room, number=typed)) == ["1001"]


def test_a_search_finds_what_is_decided_too(room: Reviewing) -> None:
    _approve(room, "O-1001")
    [row] = _page(room, number="1001").rows
    assert row.status_label == "Approved"


def test_a_search_takes_no_notice_of_case_and_gives_the_exact_number_first(
    room: Reviewing,
) -> None:
    for order_id, number in (("O-1001", "ab-10"), ("O-1004", "AB-1"), ("O-1005", "Ab-100")):
        room.change(order_id, number=number)
    room.resolve("O-1001", "O-1004", "O-1005")
    assert _numbers(_page(room, number="aB-1")) == ["AB-1", "ab-10", "Ab-100"]


def test_a_search_has_pages_too(room: Reviewing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PAGE", 30)
    first = _page(room, number="10")
    rest = _page(room, first.after, number="10")
    assert _numbers(first) + _numbers(rest) == [str(number) for number in range(1001, 1037)]
    assert (len(first.rows), rest.after) == (30, None)


def test_a_search_looks_through_everything_whatever_the_filters(room: Reviewing) -> None:
    assert _numbers(_page(room, number="1001", track="escalate", currency="JPY")) == ["1001"]


@pytest.mark.parametrize("typed", ["%", "_001", "\\"])
def test_a_search_takes_no_wildcards(room: Reviewing, typed: str) -> None:
    assert not _page(room, number=typed).rows


def test_counts_stop_at_the_cap(room: Reviewing, monkeypatch: pytest.MonkeyPatch) -> None:
    with tenant_scope(room.shop.pk):
        counts = queue_counts(room.shop.pk, room.now)
        assert {name: str(count) for name, count in counts.items()} == {
            "all": "28",
            "exception": "17",
            "escalate": "11",
            "standard": "0",
            "overdue": "28",
            "asked": "0",
            "free": "8",
        }
        monkeypatch.setattr(counting, "COUNT_CAP", 20)
        capped = queue_counts(room.shop.pk, room.now)
    assert (str(capped["all"]), str(capped["exception"])) == ("19+", "17")


def test_a_page_and_its_counts_are_two_statements(room: Reviewing) -> None:
    settings = ReviewConfig()
    with tenant_scope(room.shop.pk), CaptureQueriesContext(connection) as seen:
        queue_page(room.shop.pk, Filters(), None, room.now, settings)
        queue_counts(room.shop.pk, room.now)
    assert len(seen) == 2


def test_after_a_decision_the_next_one_comes_and_after_the_last_the_first(
    room: Reviewing,
) -> None:
    with tenant_scope(room.shop.pk):
        rows = _page_in_scope(room).rows
        last = room.proposal_in_scope("O-1036")
        assert rows[-1].id == last.pk
        cursor = Cursor(last.pk, last.waiting_since)
        following = next_waiting(room.shop.pk, Filters(), cursor, room.now)
        assert following is not None
        assert following.order_number == "1001"


@pytest.mark.parametrize(
    "text", ["", "-", "1-", "-1", "1--2", "x", "9" * 30, "1-2-3", "1e3-4", "٣"]
)
def test_a_cursor_that_no_page_gave_out_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no page ends"):
        Cursor.read(text)


def test_a_cursor_reads_back_what_it_wrote() -> None:
    for cursor in (Cursor(7), Cursor(7, datetime(2026, 3, 1, 12, 30, 0, 123456, tzinfo=UTC))):
        assert Cursor.read(str(cursor)) == cursor


def _page_in_scope(room: Reviewing) -> Page:
    return queue_page(room.shop.pk, Filters(), None, room.now)


def _approve(room: Reviewing, order: str) -> None:
    approve(
        tenant_id=room.shop.pk,
        handle=room.handle(order),
        reviewer=room.person(),
        action_indexes=[1],
        now=room.now,
    )
