"""The ways through the queue: what is marked as shown, and every number is what it leads to."""

import pytest

from shopops.review.counts import Count
from shopops.review.filters import Filters
from shopops.review.queue_chips import Chip, chips
from shopops.review.queue_says import list_says

COUNTS = {
    name: Count(number)
    for name, number in (
        ("all", 43),
        ("exception", 30),
        ("escalate", 13),
        ("standard", 0),
        ("overdue", 9),
        ("asked", 2),
        ("free", 3),
    )
}


def _chips(query: str = "", *, decides: bool = True, **filters: str) -> dict[str, Chip]:
    return {one.id: one for one in chips(COUNTS, Filters(**filters), query, decides=decides)}  # type: ignore[arg-type]


def test_all_is_marked_as_shown_while_nothing_is_left_out() -> None:
    assert _chips()["track-all"].current
    assert _chips("?sort=value", sort="value")["track-all"].current
    assert not _chips("?rule=APR-1", rule="APR-1")["track-all"].current
    track = _chips("?track=exception", track="exception")
    assert [one.id for one in track.values() if one.current] == ["track-exception"]


def test_all_leads_to_all_that_waits_in_the_same_order() -> None:
    shown = _chips("?rule=APR-1&sort=value&due=overdue", rule="APR-1", sort="value", due="overdue")
    assert shown["track-all"].address == "?sort=value"
    assert (shown["track-all"].counted, str(shown["track-all"].count)) == ("all", "43")


def test_a_way_that_keeps_filters_says_no_number_that_it_does_not_lead_to() -> None:
    plain = _chips()
    assert str(plain["track-exception"].count) == "30"
    assert str(plain["chip-overdue"].count) == "9"
    narrowed = _chips("?rule=APR-1", rule="APR-1")
    assert narrowed["track-exception"].address == "?rule=APR-1&track=exception"
    assert narrowed["track-exception"].count is None
    track = _chips("?track=exception", track="exception")
    assert str(track["track-escalate"].count) == "13"
    assert track["track-escalate"].address == "?track=escalate"
    assert (track["chip-overdue"].count, track["chip-asked"].count) == (None, None)


def test_a_track_in_which_nothing_waits_is_offered_only_while_it_is_shown() -> None:
    assert "track-standard" not in _chips()
    assert "track-standard" in _chips("?track=standard", track="standard")


def test_who_decides_nothing_has_nothing_of_their_own() -> None:
    assert "chip-mine" in _chips()
    assert "chip-mine" not in _chips(decides=False)


@pytest.mark.parametrize(
    ("filters", "shown", "more", "said"),
    [
        (Filters(), 43, False, "43 orders wait for a person"),
        (Filters(sort="value"), 43, False, "43 orders wait for a person"),
        (Filters(rule="APR-3"), 4, False, "4 orders fit these filters"),
        (Filters(track="escalate"), 1, False, "1 order fits these filters"),
        (Filters(rule="APR-1"), 50, True, "50 or more orders fit these filters"),
        (Filters(due="overdue"), 0, False, "No order fits these filters"),
        (Filters(number="1030"), 1, False, "1 order found"),
        (Filters(number="zzz"), 0, False, "No such order"),
    ],
)
def test_a_list_is_called_what_it_is(filters: Filters, shown: int, more: bool, said: str) -> None:
    assert list_says(filters, COUNTS["all"], shown, more=more) == said


def test_the_last_order_and_the_empty_queue_are_called_so() -> None:
    assert list_says(Filters(), Count(1), 1, more=False) == "1 order waits for a person"
    assert list_says(Filters(), Count(0), 0, more=False) == "Nothing waits for a person"
