"""Who may answer, until when an answer holds, and what it leaves behind."""

from typing import Any

import pytest

from shopops.alarms.check import latest_end, usual_end
from shopops.alarms.confirmers import check_confirmer
from shopops.alarms.refusals import RefusalCode as C
from shopops.alarms.states import AlarmStatus as S
from shopops.ledger.kinds import ALARM_KINDS
from shopops.ledger.kinds import EventKind as K
from tests.support.alarms import (
    CONFIG,
    IDA,
    MAYA,
    PER,
    STORIES,
    a_row,
    acknowledged,
    handed_off,
    minute,
    observed,
    raised,
    refusal,
    resolved,
    state_of,
    unacknowledged,
    undelivered,
    withdrawn,
)

TOLD = (observed(0), raised(1))
SECOND = 1 / 60


def test_an_acknowledgment_is_a_snooze_that_ends_at_its_moment() -> None:
    story = (*TOLD, acknowledged(2, until=40))
    before, at_end = state_of(*story, at=40 - SECOND), state_of(*story, at=40)
    assert (before.status, before.until, before.due_at) == (S.SNOOZED, minute(40), minute(40))
    assert (at_end.status, at_end.due_at, at_end.send_at) == (S.DUE_AGAIN, minute(40), minute(40))
    assert before.confirmers == (MAYA,)


def test_a_second_confirmer_is_appended_and_the_later_end_counts() -> None:
    longer = state_of(*TOLD, acknowledged(2, 40), acknowledged(3, 90, PER), at=10)
    shorter = state_of(*TOLD, acknowledged(2, 40), acknowledged(3, 30, PER), at=10)
    assert longer.confirmers == shorter.confirmers == (MAYA, PER)
    assert (longer.until, shorter.until) == (minute(90), minute(40))


def test_the_same_confirmer_twice_is_one_confirmer() -> None:
    state = state_of(*TOLD, acknowledged(2, 40), acknowledged(3, 50), at=10)
    assert (state.confirmers, state.until) == ((MAYA,), minute(50))


def test_an_acknowledgment_after_the_snooze_ended_begins_a_new_one() -> None:
    state = state_of(*TOLD, acknowledged(2, 40), acknowledged(40, 60, PER), at=41)
    assert (state.status, state.confirmers, state.until) == (S.SNOOZED, (PER,), minute(60))


def test_an_acknowledgment_without_an_end_is_no_tombstone() -> None:
    state = state_of(*TOLD, a_row(K.ACKNOWLEDGED, 2, confirmer=MAYA), at=2)
    assert (state.status, state.due_at) == (S.DUE_AGAIN, minute(2))
    assert usual_end(now=minute(2), config=CONFIG) == minute(32)


def test_an_acknowledgment_shows_that_its_confirmer_can_be_reached() -> None:
    story = (*TOLD, undelivered(2, MAYA), raised(3, PER))
    assert state_of(*story, at=4).unreachable == (MAYA,)
    assert state_of(*story, acknowledged(4, 40, MAYA), at=4).unreachable == ()


def test_only_the_holder_acknowledges_a_handed_off_item() -> None:
    story = (*TOLD, handed_off(2, until=120, holder=PER))
    state = state_of(*story, at=10)
    for other in (MAYA, None):
        assert refusal(state, K.ACKNOWLEDGED, 10, confirmer=other) is C.HANDED_OFF
    assert refusal(state, K.ACKNOWLEDGED, 10, confirmer=PER) is None
    held = state_of(*story, acknowledged(10, 40, PER), at=11)
    assert (held.status, held.confirmers, held.until) == (S.SNOOZED, (PER,), minute(40))


def test_when_the_hand_off_ends_anybody_told_may_acknowledge() -> None:
    state = state_of(*TOLD, handed_off(2, until=10, holder=PER), at=10)
    assert refusal(state, K.ACKNOWLEDGED, 10, confirmer=MAYA) is None


def test_an_ended_hand_off_rings_the_holder_and_then_the_roster_from_its_first_step() -> None:
    story = (*TOLD, raised(60), handed_off(61, until=120, holder=PER))
    held = state_of(*story, at=119)
    assert (held.status, held.holder, held.until) == (S.HANDED_OFF, PER, minute(120))
    ended = state_of(*story, at=120)
    assert (ended.status, ended.holder, ended.due_at) == (S.DUE_AGAIN, PER, minute(120))
    rung = state_of(*story, raised(121, told=PER), at=122)
    assert (rung.status, rung.holder, rung.step, rung.unacknowledged) == (S.RINGING, None, 0, 0)
    assert state_of(*story, raised(121, PER), raised(180, MAYA), at=181).step == 1


def test_the_new_holder_counts_as_told() -> None:
    assert state_of(*TOLD, handed_off(2, 120, PER), at=10).told == (MAYA, PER)


def test_handing_on_gives_a_new_holder_and_a_new_end() -> None:
    state = state_of(*TOLD, handed_off(2, 120, PER), handed_off(3, 60, IDA), at=10)
    assert (state.holder, state.until) == (IDA, minute(60))
    assert refusal(state, K.ACKNOWLEDGED, 10, confirmer=PER) is C.HANDED_OFF


def test_a_hand_off_ends_the_snooze_before_it() -> None:
    state = state_of(*TOLD, acknowledged(2, 200), handed_off(3, until=60), at=10)
    assert (state.until, state.confirmers) == (minute(60), ())


def test_a_snooze_that_was_taken_back_is_due_at_that_moment() -> None:
    state = state_of(*TOLD, acknowledged(2, 200), unacknowledged(10), at=10)
    assert (state.status, state.due_at, state.confirmers) == (S.DUE_AGAIN, minute(10), ())
    assert state.until is None


@pytest.mark.parametrize(
    ("kind", "longest", "asked"),
    [(K.ACKNOWLEDGED, 240, {"confirmer": MAYA}), (K.HANDED_OFF, 480, {"holder": PER})],
)
def test_an_end_lies_after_now_and_within_the_shops_limit(
    kind: K, longest: float, asked: dict[str, Any]
) -> None:
    state = state_of(*TOLD, at=10)
    assert latest_end(kind, now=minute(10), config=CONFIG) == minute(10 + longest)
    assert refusal(state, kind, 10, until=minute(10 + longest), **asked) is None
    beyond = minute(10 + longest + SECOND)
    assert refusal(state, kind, 10, until=beyond, **asked) is C.UNTIL_TOO_FAR
    assert refusal(state, kind, 10, until=minute(10), **asked) is C.UNTIL_PAST
    assert refusal(state, kind, 10, until=minute(10 + SECOND), **asked) is None


def test_an_acknowledgment_needs_no_end_but_a_hand_off_does() -> None:
    state = state_of(*TOLD, at=10)
    assert refusal(state, K.ACKNOWLEDGED, 10, confirmer=MAYA) is None
    assert refusal(state, K.HANDED_OFF, 10, holder=PER) is C.UNTIL_MISSING
    assert refusal(state, K.HANDED_OFF, 10, until=minute(40)) is C.HOLDER_MISSING


@pytest.mark.parametrize("kind", sorted(ALARM_KINDS - {K.ACKNOWLEDGED, K.HANDED_OFF}))
def test_other_events_have_no_end_and_no_holder(kind: K) -> None:
    for status in S:
        state = state_of(*STORIES[status], at=10)
        assert refusal(state, kind, 10, until=minute(40)) is C.UNTIL_NOT_ALLOWED
        assert refusal(state, kind, 10, holder=PER) is C.HOLDER_NOT_ALLOWED


@pytest.mark.parametrize("kind", sorted(ALARM_KINDS - {K.ACKNOWLEDGED}))
def test_a_confirmer_belongs_on_acknowledgments_only(kind: K) -> None:
    asked = {"holder": PER, "until": minute(40)} if kind is K.HANDED_OFF else {}
    state = state_of(*TOLD, at=10)
    assert refusal(state, kind, 10, confirmer=MAYA, **asked) is C.CONFIRMER_NOT_ALLOWED
    assert check_confirmer(kind, "Maya Lind", MAYA) is C.CONFIRMER_NOT_ALLOWED
    assert check_confirmer(kind, None, MAYA) is C.CONFIRMER_NOT_ALLOWED
    assert check_confirmer(kind, None, None) is None


@pytest.mark.parametrize(
    ("name", "key", "expected"),
    [
        ("Maya Lind", MAYA, None),
        ("M" * 80, MAYA, None),
        (None, None, None),
        ("Maya Lind", None, C.CONFIRMER_HALF),
        (None, MAYA, C.CONFIRMER_HALF),
        ("Maya Lind", MAYA.upper(), C.CONFIRMER_MALFORMED),
        ("Maya Lind", MAYA[:-1], C.CONFIRMER_MALFORMED),
        ("Maya Lind", MAYA + "0", C.CONFIRMER_MALFORMED),
        ("Maya Lind", MAYA + "\n", C.CONFIRMER_MALFORMED),
        ("Maya Lind", "g" * 64, C.CONFIRMER_MALFORMED),
        ("Maya Lind", "٣" * 64, C.CONFIRMER_MALFORMED),
        ("M" * 81, MAYA, C.CONFIRMER_MALFORMED),
        ("", MAYA, C.CONFIRMER_MALFORMED),
        ("  ", MAYA, C.CONFIRMER_MALFORMED),
        ("Maya\nLind", MAYA, C.CONFIRMER_MALFORMED),
        ("Maya\u202eLind", MAYA, C.CONFIRMER_MALFORMED),
    ],
)
def test_a_confirmer_is_a_bounded_name_and_a_key_both_or_neither(
    name: str | None, key: str | None, expected: C | None
) -> None:
    assert check_confirmer(K.ACKNOWLEDGED, name, key) is expected


@pytest.mark.parametrize(
    "landed", [acknowledged(2, 40), handed_off(2, until=40), resolved(2)], ids=lambda row: row.kind
)
def test_an_answer_counts_as_a_release_so_that_a_send_meanwhile_is_known_to_be_superseded(
    landed: Any,
) -> None:
    due = (*TOLD, acknowledged(2, until=3))
    assert state_of(*due, landed, at=6).releases == state_of(*due, at=5).releases + 1
    noted = state_of(*due, observed(6), undelivered(6), at=7)
    assert noted.releases == state_of(*due, at=5).releases


def test_a_withdrawal_counts_as_a_release_too() -> None:
    assert state_of(observed(0), withdrawn(2), at=3).releases == 1


def test_an_answer_from_the_very_moment_of_a_snoozes_end_finds_it_due() -> None:
    story = (*TOLD, acknowledged(2, until=40))
    assert refusal(state_of(*story, at=40 - SECOND), K.UNACKNOWLEDGED, 40) is None
    assert refusal(state_of(*story, at=40), K.UNACKNOWLEDGED, 40) is C.NOT_SNOOZED
    assert state_of(*story, unacknowledged(40), at=41).due_at == minute(40)
