"""The state table, cell by cell: what an event does in a state, or why it is refused."""

from itertools import product
from typing import Any, NamedTuple

import pytest

from shopops.alarms.check import check_state
from shopops.alarms.fold import AlarmRow
from shopops.alarms.refusals import RefusalCode as C
from shopops.alarms.states import AlarmStatus as S
from shopops.ledger.kinds import ALARM_KINDS, KEY_VERSION
from shopops.ledger.kinds import EventKind as K
from tests.support.alarms import (
    NEWS,
    PER,
    SEEN,
    STORIES,
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


class Cell(NamedTuple):
    kind: K
    status: S
    outcome: S | C  # the state after the event, or the refusal


CELLS = {
    # observe
    "observing what nobody observed before opens an episode": Cell(K.OBSERVED, S.NONE, S.DUE_NEW),
    "observing what nobody was told about yet changes nothing": Cell(
        K.OBSERVED, S.DUE_NEW, C.ALREADY_OPEN
    ),
    "observing what rings is a note": Cell(K.OBSERVED, S.RINGING, C.ALREADY_OPEN),
    "observing what is snoozed is a note": Cell(K.OBSERVED, S.SNOOZED, C.ALREADY_OPEN),
    "observing what is handed off is a note": Cell(K.OBSERVED, S.HANDED_OFF, C.ALREADY_OPEN),
    "observing what is due again is a note": Cell(K.OBSERVED, S.DUE_AGAIN, C.ALREADY_OPEN),
    "new evidence on a resolved item opens a new episode": Cell(K.OBSERVED, S.RESOLVED, S.DUE_NEW),
    # ring accepted
    "nobody is rung about what nobody observed": Cell(K.RAISED, S.NONE, C.NOT_OBSERVED),
    "the first ring makes an item ring": Cell(K.RAISED, S.DUE_NEW, S.RINGING),
    "what rings is not rung again within its interval": Cell(K.RAISED, S.RINGING, C.NOT_DUE),
    "what is snoozed is not rung": Cell(K.RAISED, S.SNOOZED, C.NOT_DUE),
    "what is handed off is not rung": Cell(K.RAISED, S.HANDED_OFF, C.NOT_DUE),
    "what is due again is rung": Cell(K.RAISED, S.DUE_AGAIN, S.RINGING),
    "a raise of a resolved item says that the trouble is back": Cell(
        K.RAISED, S.RESOLVED, S.RINGING
    ),
    # bounce later
    "no mail can bounce for what nobody observed": Cell(K.UNDELIVERED, S.NONE, C.NO_RAISE),
    "an old bounce changes nothing before the first ring": Cell(
        K.UNDELIVERED, S.DUE_NEW, S.DUE_NEW
    ),
    "a ring that bounced is due again": Cell(K.UNDELIVERED, S.RINGING, S.DUE_AGAIN),
    "a bounce while snoozed is a note": Cell(K.UNDELIVERED, S.SNOOZED, S.SNOOZED),
    "a bounce while handed off is a note": Cell(K.UNDELIVERED, S.HANDED_OFF, S.HANDED_OFF),
    "a bounce while due again is a note": Cell(K.UNDELIVERED, S.DUE_AGAIN, S.DUE_AGAIN),
    "a bounce after the end is a note": Cell(K.UNDELIVERED, S.RESOLVED, S.RESOLVED),
    # acknowledge
    "what nobody observed can't be acknowledged": Cell(K.ACKNOWLEDGED, S.NONE, C.NO_RAISE),
    "what nobody was told about can't be acknowledged": Cell(K.ACKNOWLEDGED, S.DUE_NEW, C.NO_RAISE),
    "acknowledging what rings snoozes it": Cell(K.ACKNOWLEDGED, S.RINGING, S.SNOOZED),
    "acknowledging what is snoozed leaves it snoozed": Cell(K.ACKNOWLEDGED, S.SNOOZED, S.SNOOZED),
    "only the holder acknowledges what is handed off": Cell(
        K.ACKNOWLEDGED, S.HANDED_OFF, C.HANDED_OFF
    ),
    "acknowledging what is due again snoozes it": Cell(K.ACKNOWLEDGED, S.DUE_AGAIN, S.SNOOZED),
    "what is resolved can't be acknowledged": Cell(K.ACKNOWLEDGED, S.RESOLVED, C.ALREADY_RESOLVED),
    # un-acknowledge
    "what nobody observed has no snooze to take back": Cell(
        K.UNACKNOWLEDGED, S.NONE, C.NOT_SNOOZED
    ),
    "what nobody was told about has no snooze": Cell(K.UNACKNOWLEDGED, S.DUE_NEW, C.NOT_SNOOZED),
    "what rings has no snooze": Cell(K.UNACKNOWLEDGED, S.RINGING, C.NOT_SNOOZED),
    "taking a snooze back makes it due again": Cell(K.UNACKNOWLEDGED, S.SNOOZED, S.DUE_AGAIN),
    "what is handed off has no snooze": Cell(K.UNACKNOWLEDGED, S.HANDED_OFF, C.NOT_SNOOZED),
    "a snooze that ended can't be taken back": Cell(K.UNACKNOWLEDGED, S.DUE_AGAIN, C.NOT_SNOOZED),
    "what is resolved has no snooze": Cell(K.UNACKNOWLEDGED, S.RESOLVED, C.NOT_SNOOZED),
    # hand off
    "what nobody observed can't be handed off": Cell(K.HANDED_OFF, S.NONE, C.NO_RAISE),
    "what nobody was told about can't be handed off": Cell(K.HANDED_OFF, S.DUE_NEW, C.NO_RAISE),
    "what rings can be handed off": Cell(K.HANDED_OFF, S.RINGING, S.HANDED_OFF),
    "what is snoozed can be handed off": Cell(K.HANDED_OFF, S.SNOOZED, S.HANDED_OFF),
    "what is handed off can be handed on": Cell(K.HANDED_OFF, S.HANDED_OFF, S.HANDED_OFF),
    "what is due again can be handed off": Cell(K.HANDED_OFF, S.DUE_AGAIN, S.HANDED_OFF),
    "what is resolved can't be handed off": Cell(K.HANDED_OFF, S.RESOLVED, C.ALREADY_RESOLVED),
    # resolve
    "what nobody observed can't be resolved": Cell(K.RESOLVED, S.NONE, C.NO_RAISE),
    "what nobody was told about can't be resolved": Cell(K.RESOLVED, S.DUE_NEW, C.NO_RAISE),
    "what rings can be resolved": Cell(K.RESOLVED, S.RINGING, S.RESOLVED),
    "what is snoozed can be resolved": Cell(K.RESOLVED, S.SNOOZED, S.RESOLVED),
    "what is handed off can be resolved": Cell(K.RESOLVED, S.HANDED_OFF, S.RESOLVED),
    "what is due again can be resolved": Cell(K.RESOLVED, S.DUE_AGAIN, S.RESOLVED),
    "resolving twice is said and does nothing": Cell(K.RESOLVED, S.RESOLVED, C.RESOLVED_BEFORE),
    # withdraw
    "what nobody observed can't be withdrawn": Cell(K.WITHDRAWN, S.NONE, C.NOT_OBSERVED),
    "what was decided before anybody was told is closed": Cell(K.WITHDRAWN, S.DUE_NEW, S.NONE),
    "what rings can't be withdrawn": Cell(K.WITHDRAWN, S.RINGING, C.ALREADY_RUNG),
    "what is snoozed can't be withdrawn": Cell(K.WITHDRAWN, S.SNOOZED, C.ALREADY_RUNG),
    "what is handed off can't be withdrawn": Cell(K.WITHDRAWN, S.HANDED_OFF, C.ALREADY_RUNG),
    "what is due again can't be withdrawn": Cell(K.WITHDRAWN, S.DUE_AGAIN, C.ALREADY_RUNG),
    "what is resolved can't be withdrawn": Cell(K.WITHDRAWN, S.RESOLVED, C.ALREADY_RESOLVED),
}

# The event at minute 10 as a row, and what its writer asks for.
EVENTS: dict[K, tuple[AlarmRow, dict[str, Any]]] = {
    K.OBSERVED: (observed(10, NEWS), {"evidence": NEWS}),
    K.RAISED: (raised(10), {}),
    K.UNDELIVERED: (undelivered(10), {}),
    K.ACKNOWLEDGED: (acknowledged(10, until=40), {"until": minute(40)}),
    K.UNACKNOWLEDGED: (unacknowledged(10), {}),
    K.HANDED_OFF: (handed_off(10, until=40), {"holder": PER, "until": minute(40)}),
    K.RESOLVED: (resolved(10), {}),
    K.WITHDRAWN: (withdrawn(10), {}),
}
ONLY_IN_A_RACE = {K.OBSERVED, K.RAISED}  # the fold has an answer to these though check refuses


def test_no_cell_of_the_table_is_missing_or_told_twice() -> None:
    cells = [(cell.kind, cell.status) for cell in CELLS.values()]
    assert len(cells) == len(set(cells))
    assert set(cells) == set(product(ALARM_KINDS, S))


@pytest.mark.parametrize("status", S)
def test_each_story_is_in_its_state(status: S) -> None:
    assert state_of(*STORIES[status], at=10).status is status


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS.keys())
def test_in_the_state_table(cell: Cell) -> None:
    row, asked = EVENTS[cell.kind]
    before = state_of(*STORIES[cell.status], at=10)
    refused = refusal(before, cell.kind, 10, **asked)
    if isinstance(cell.outcome, S):
        assert refused is None
        assert state_of(*STORIES[cell.status], row, at=10).status is cell.outcome
    else:
        assert refused is cell.outcome


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS.keys())
def test_a_handle_is_refused_for_what_its_event_would_be_refused_for(cell: Cell) -> None:
    _, asked = EVENTS[cell.kind]
    before = state_of(*STORIES[cell.status], at=10)
    refused = refusal(before, cell.kind, 10, **asked)
    who_answers_matters = refused is C.HANDED_OFF
    at_first = check_state(before, cell.kind, now=minute(10))
    assert at_first is (None if who_answers_matters else refused)


@pytest.mark.parametrize(
    "cell",
    [c for c in CELLS.values() if isinstance(c.outcome, C) and c.kind not in ONLY_IN_A_RACE],
    ids=lambda cell: f"{cell.kind}-{cell.status}",
)
def test_a_refused_row_changes_nothing_even_if_the_ledger_had_it(cell: Cell) -> None:
    row, _ = EVENTS[cell.kind]
    nothing = observed(10, SEEN, seen=-1)  # a note of what is known
    story = STORIES[cell.status]
    if cell.status is S.NONE:
        assert state_of(row, at=10).status is S.NONE
    else:
        assert state_of(*story, row, at=10) == state_of(*story, nothing, at=10)


@pytest.mark.parametrize("kind", [K.ACKNOWLEDGED, K.HANDED_OFF, K.RESOLVED])
@pytest.mark.parametrize("status", S)
@pytest.mark.parametrize("key_version", [1, KEY_VERSION + 1, None, "two", "2"])
def test_in_every_state_an_answer_to_an_older_raise_is_refused_by_name(
    kind: K, status: S, key_version: int | str | None
) -> None:
    _, asked = EVENTS[kind]
    state = state_of(*STORIES[status], at=10)
    assert refusal(state, kind, 10, key_version=key_version, **asked) is C.PRE_EPOCH
