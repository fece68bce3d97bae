"""Where an episode begins and ends, and what it remembers."""

from typing import Any

import pytest

from shopops.alarms.refusals import RefusalCode as C
from shopops.alarms.states import AlarmStatus as S
from shopops.ledger.kinds import EventKind as K
from tests.support.alarms import (
    IDA,
    MAYA,
    NEWS,
    PER,
    SEEN,
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
    undelivered,
    withdrawn,
)

OPEN_STATES = [S.DUE_NEW, S.RINGING, S.SNOOZED, S.HANDED_OFF, S.DUE_AGAIN]


def test_an_observation_opens_the_first_episode_which_is_due_at_once() -> None:
    state = state_of(observed(0), at=0)
    assert (state.status, state.episode, state.opened_at) == (S.DUE_NEW, 1, minute(0))
    assert state.due_at == state.send_at == minute(0)
    assert (state.rings, state.told, state.evidence_digest) == (0, (), SEEN)


def test_what_needs_approval_and_no_more_is_due_after_the_shops_delay() -> None:
    waiting = observed(0, waits=True)
    assert state_of(waiting, at=119).due_at == minute(120)
    assert refusal(state_of(waiting, at=119), K.RAISED, 119) is C.NOT_DUE
    assert refusal(state_of(waiting, at=120), K.RAISED, 120) is None
    ringing = state_of(waiting, raised(121), at=130)
    assert (ringing.status, ringing.due_at) == (S.RINGING, minute(180))


def test_what_becomes_worse_while_it_waits_for_its_delay_is_due_at_once() -> None:
    waiting = observed(0, waits=True)
    asked = {"evidence": NEWS, "observed_at": minute(30)}
    assert refusal(state_of(waiting, at=30), K.OBSERVED, 30, **asked) is None
    worse = state_of(waiting, observed(30, NEWS), at=30)
    assert (worse.status, worse.episode, worse.opened_at) == (S.DUE_NEW, 1, minute(0))
    assert worse.due_at == worse.send_at == minute(30)
    assert not worse.waits
    assert worse.evidence_digest == NEWS
    assert state_of(waiting, observed(30, NEWS), raised(31), at=40).due_at == minute(90)


def test_an_item_is_hurried_once_and_never_slowed_down() -> None:
    waiting = observed(0, waits=True)
    worse = (waiting, observed(30, NEWS))
    assert refusal(state_of(*worse, at=40), K.OBSERVED, 40, evidence=NEWS) is C.ALREADY_OPEN
    assert refusal(state_of(*worse, at=40), K.OBSERVED, 40, waits=True) is C.ALREADY_OPEN
    assert state_of(*worse, observed(40, SEEN, waits=True), at=40).due_at == minute(30)


def test_what_is_due_already_or_was_told_is_not_hurried() -> None:
    waiting = observed(0, waits=True)
    assert refusal(state_of(waiting, at=120), K.OBSERVED, 120, evidence=NEWS) is C.ALREADY_OPEN
    told = (waiting, raised(120))
    assert refusal(state_of(*told, at=130), K.OBSERVED, 130, evidence=NEWS) is C.ALREADY_OPEN
    assert state_of(*told, observed(130, NEWS), at=130).due_at == minute(180)


@pytest.mark.parametrize("status", OPEN_STATES)
def test_a_note_on_an_open_item_changes_what_is_known_and_nothing_else(status: S) -> None:
    before = state_of(*STORIES[status], at=10)
    after = state_of(*STORIES[status], observed(10, NEWS), at=10)
    assert after.evidence_digest == NEWS
    for member in set(before.__struct_fields__) - {"evidence_digest", "last_seq"}:
        assert getattr(after, member) == getattr(before, member)


def test_an_older_note_does_not_hide_newer_evidence() -> None:
    assert state_of(observed(5, NEWS), observed(6, SEEN, seen=4), at=9).evidence_digest == NEWS


@pytest.mark.parametrize(
    ("evidence", "seen", "outcome"),
    [
        (NEWS, 3, S.DUE_NEW),
        (NEWS, 2, S.RESOLVED),  # seen at the very moment of the resolve: it was known
        (NEWS, 1, S.RESOLVED),
        (SEEN, 3, S.RESOLVED),
        (SEEN, 1, S.RESOLVED),
    ],
)
def test_only_other_and_later_evidence_opens_a_resolved_item(
    evidence: bytes, seen: float, outcome: S
) -> None:
    story = STORIES[S.RESOLVED]
    state = state_of(*story, at=10)
    asked = {"evidence": evidence, "observed_at": minute(seen)}
    expected = None if outcome is S.DUE_NEW else C.SAME_EVIDENCE
    assert refusal(state, K.OBSERVED, 10, **asked) is expected
    assert state_of(*story, observed(10, evidence, seen=seen), at=10).status is outcome


def test_evidence_is_compared_with_what_the_resolve_was_decided_on() -> None:
    told = (observed(0, SEEN), raised(1))
    assert state_of(*told, resolved(2, NEWS), observed(9, NEWS), at=10).status is S.RESOLVED
    assert state_of(*told, resolved(2, NEWS), observed(9, SEEN), at=10).status is S.DUE_NEW
    noted = (*told, observed(2, NEWS))
    assert state_of(*noted, resolved(3, None), observed(9, NEWS), at=10).status is S.RESOLVED


def test_a_new_episode_begins_with_nothing_of_the_old_one_and_rings_at_once() -> None:
    old = (observed(0), raised(1), undelivered(2, told=MAYA), raised(3, told=PER), resolved(4))
    state = state_of(*old, observed(8, NEWS, waits=True), at=9)
    assert (state.status, state.episode, state.rings) == (S.DUE_NEW, 2, 0)
    assert (state.told, state.unreachable, state.unacknowledged) == ((), (), 0)
    assert (state.closed_at, state.rung_at, state.evidence_digest) == (None, None, NEWS)
    assert state.due_at == minute(8)


def test_a_resolve_keeps_who_was_told_and_ends_every_deadline() -> None:
    state = state_of(*STORIES[S.HANDED_OFF], resolved(5), at=10)
    assert (state.closed_at, state.told) == (minute(5), (MAYA, PER))
    assert (state.due_at, state.send_at, state.until, state.holder) == (None,) * 4


def test_what_was_withdrawn_stays_closed_until_there_is_other_evidence() -> None:
    closed = (observed(0), withdrawn(5))
    state = state_of(*closed, at=10)
    assert (state.status, state.due_at) == (S.NONE, None)
    assert refusal(state, K.OBSERVED, 10, evidence=SEEN) is C.SAME_EVIDENCE
    assert refusal(state, K.OBSERVED, 10, evidence=NEWS) is None
    assert refusal(state, K.RESOLVED, 10) is C.NO_RAISE
    assert refusal(state, K.RAISED, 10) is C.NOT_OBSERVED
    assert state_of(*closed, observed(9, SEEN), at=10).status is S.NONE
    reopened = state_of(*closed, observed(9, NEWS, waits=True), at=10)
    assert (reopened.status, reopened.episode) == (S.DUE_NEW, 2)
    assert reopened.due_at == minute(9 + 120)  # nobody resolved it, so the delay holds


@pytest.mark.parametrize("status", [S.SNOOZED, S.HANDED_OFF, S.DUE_AGAIN, S.RESOLVED])
def test_a_raise_clears_acknowledged_resolved_and_handed_off_together(status: S) -> None:
    state = state_of(*STORIES[status], raised(10, told=IDA), at=10)
    assert (state.status, state.until, state.confirmers) == (S.RINGING, None, ())
    assert (state.holder, state.closed_at) == (None, None)
    assert state.episode == (2 if status is S.RESOLVED else 1)


def test_a_raise_of_a_resolved_item_opens_an_episode_that_can_be_answered() -> None:
    story = (*STORIES[S.RESOLVED], raised(10, told=IDA))
    state = state_of(*story, at=11)
    assert (state.rings, state.told, state.opened_at) == (1, (IDA,), minute(10))
    assert state.due_at == minute(70)
    assert refusal(state, K.ACKNOWLEDGED, 11, confirmer=IDA) is None


def test_an_answer_to_an_older_episode_is_refused_and_named() -> None:
    state = state_of(*STORIES[S.RESOLVED], raised(10), at=11)
    answers: dict[K, dict[str, Any]] = {
        K.ACKNOWLEDGED: {"confirmer": MAYA},
        K.HANDED_OFF: {"holder": PER, "until": minute(40)},
        K.RESOLVED: {},
    }
    for kind, asked in answers.items():
        assert refusal(state, kind, 11, episode=1, **asked) is C.OLDER_EPISODE
        assert refusal(state, kind, 11, episode=2, **asked) is None


def test_an_answer_to_the_episode_just_closed_hears_that_it_is_resolved() -> None:
    state = state_of(*STORIES[S.RESOLVED], at=10)
    assert refusal(state, K.ACKNOWLEDGED, 10, episode=1) is C.ALREADY_RESOLVED


def test_rows_that_tell_nothing_about_ringing_are_passed_over() -> None:
    story = STORIES[S.SNOOZED]
    state = state_of(*story, a_row(K.EXECUTION, 5), a_row(K.WRITE_BACK, 6), at=10)
    assert state == state_of(*story, observed(5, seen=-1), observed(6, seen=-1), at=10)


def test_a_raise_recorded_with_the_answer_that_proves_it_counts() -> None:
    story = (observed(0), raised(9), acknowledged(9, until=39))
    assert state_of(*story, at=10).status is S.SNOOZED
    handed = state_of(observed(0), raised(9), handed_off(9, until=39), at=10)
    assert handed.status is S.HANDED_OFF
