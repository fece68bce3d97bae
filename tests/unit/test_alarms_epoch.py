"""Raises of an older system's keys: they count for nothing, and answers to them are named."""

from typing import Any

import pytest
from msgspec.structs import replace

from shopops.alarms.fold import AlarmRow
from shopops.alarms.refusals import RefusalCode as C
from shopops.alarms.states import AlarmStatus as S
from shopops.ledger.kinds import KEY_VERSION
from shopops.ledger.kinds import EventKind as K
from tests.support.alarms import (
    MAYA,
    NEWS,
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

ANSWERS: dict[K, dict[str, Any]] = {
    K.ACKNOWLEDGED: {"confirmer": MAYA},
    K.HANDED_OFF: {"holder": PER, "until": minute(40)},
    K.RESOLVED: {},
}
answers = pytest.mark.parametrize(("kind", "asked"), ANSWERS.items(), ids=list(ANSWERS))
older = pytest.mark.parametrize("version", [1, 0, -1, KEY_VERSION + 1, None, "two", "2", ""])


@older
@answers
def test_an_item_with_nothing_but_an_older_raise_was_not_raised_and_says_so(
    kind: K, asked: dict[str, Any], version: int | str | None
) -> None:
    state = state_of(raised(1, key_version=version), at=10)
    assert (state.status, state.episode, state.rings, state.told) == (S.NONE, 0, 0, ())
    assert state.pre_epoch
    assert refusal(state, kind, 10, **asked) is C.PRE_EPOCH


@older
@answers
def test_an_older_raise_of_an_item_that_is_due_is_no_prior_raise(
    kind: K, asked: dict[str, Any], version: int | str | None
) -> None:
    state = state_of(observed(0), raised(1, key_version=version), at=10)
    assert (state.status, state.rings, state.due_at) == (S.DUE_NEW, 0, minute(0))
    assert refusal(state, kind, 10, **asked) is C.PRE_EPOCH
    assert refusal(state, K.RAISED, 10) is None


@answers
def test_an_older_raise_after_a_resolve_opens_nothing(kind: K, asked: dict[str, Any]) -> None:
    state = state_of(*STORIES[S.RESOLVED], raised(5, key_version=1), at=10)
    assert (state.status, state.episode) == (S.RESOLVED, 1)
    assert refusal(state, kind, 10, **asked) is C.PRE_EPOCH


@pytest.mark.parametrize("status", [S.RINGING, S.SNOOZED, S.HANDED_OFF, S.DUE_AGAIN])
def test_an_older_raise_beside_one_of_today_changes_nothing(status: S) -> None:
    plain = state_of(*STORIES[status], observed(5, seen=-1), at=10)
    assert state_of(*STORIES[status], raised(5, key_version=1), at=10) == plain


@answers
def test_a_raise_of_today_can_be_answered_although_an_older_one_stands_before_it(
    kind: K, asked: dict[str, Any]
) -> None:
    story = (raised(0, key_version=None), observed(1), raised(2))
    state = state_of(*story, at=10)
    assert (state.status, state.rings, state.pre_epoch) == (S.RINGING, 1, False)
    assert refusal(state, kind, 10, **asked) is None


@answers
def test_a_new_episode_is_not_opened_for_answers_by_an_older_raise(
    kind: K, asked: dict[str, Any]
) -> None:
    story = (*STORIES[S.RESOLVED], raised(5, key_version=1), observed(6, NEWS))
    state = state_of(*story, at=10)
    assert (state.status, state.episode) == (S.DUE_NEW, 2)
    assert refusal(state, kind, 10, **asked) is C.PRE_EPOCH


def test_what_is_withdrawn_or_resolved_forgets_the_older_raise() -> None:
    gone = state_of(observed(0), raised(1, key_version=1), withdrawn(2), at=10)
    assert refusal(gone, K.ACKNOWLEDGED, 10) is C.NO_RAISE
    told = (raised(0, key_version=1), observed(1), raised(2), resolved(3))
    assert refusal(state_of(*told, at=10), K.ACKNOWLEDGED, 10) is C.ALREADY_RESOLVED


@older
@pytest.mark.parametrize("status", S)
@pytest.mark.parametrize(
    "row",
    [
        observed(5, NEWS),
        acknowledged(5, 90),
        handed_off(5, 90),
        resolved(5),
        withdrawn(5),
        unacknowledged(5),
        undelivered(5),
    ],
    ids=lambda row: str(row.kind),
)
def test_no_other_row_of_another_epoch_counts_for_anything(
    row: AlarmRow, status: S, version: int | str | None
) -> None:
    of_old = replace(row, key_version=version)
    nothing = a_row(K.EXECUTION, 5)
    story = STORIES[status]
    assert state_of(*story, of_old, at=10) == state_of(*story, nothing, at=10)
