"""The state table, it is over: resolved by a person or an agent, withdrawn, decided."""

from collections.abc import Iterator

import pytest

from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.proposals.models import ReviewStatus
from tests.support.alarm_cells import Cell, Row, each
from tests.support.alarm_journey import Journey, agents_item, runs_item
from tests.support.clock import Clock
from tests.support.pipeline import newest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S, C, K = Row, AlarmStatus, RefusalCode, EventKind

RESOLVED, WITHDRAWN = ("resolved",), ("withdrawn",)
ENDED = {
    "what nobody observed can't be resolved": Cell(R.RESOLVED, S.NONE, S.NONE, refused=C.NO_RAISE),
    "what nobody was told of can't be resolved": Cell(
        R.RESOLVED, S.DUE_NEW, S.DUE_NEW, refused=C.NO_RAISE
    ),
    "what rings is resolved": Cell(R.RESOLVED, S.RINGING, S.RESOLVED, rows=RESOLVED),
    "what is snoozed is resolved": Cell(R.RESOLVED, S.SNOOZED, S.RESOLVED, rows=RESOLVED),
    "what is handed off is resolved": Cell(R.RESOLVED, S.HANDED_OFF, S.RESOLVED, rows=RESOLVED),
    "what is due again is resolved": Cell(R.RESOLVED, S.DUE_AGAIN, S.RESOLVED, rows=RESOLVED),
    "to resolve it twice is said and does nothing": Cell(
        R.RESOLVED, S.RESOLVED, S.RESOLVED, refused=C.RESOLVED_BEFORE
    ),
}
TAKEN_AWAY = {
    "what nobody observed can't be withdrawn": Cell(
        R.WITHDRAWN, S.NONE, S.NONE, refused=C.NOT_OBSERVED
    ),
    "what nobody was told of is closed": Cell(R.WITHDRAWN, S.DUE_NEW, S.NONE, rows=WITHDRAWN),
    "what rings can't be withdrawn": Cell(
        R.WITHDRAWN, S.RINGING, S.RINGING, refused=C.ALREADY_RUNG
    ),
    "what is snoozed can't be withdrawn": Cell(
        R.WITHDRAWN, S.SNOOZED, S.SNOOZED, refused=C.ALREADY_RUNG
    ),
    "what is handed off can't be withdrawn": Cell(
        R.WITHDRAWN, S.HANDED_OFF, S.HANDED_OFF, refused=C.ALREADY_RUNG
    ),
    "what is due again can't be withdrawn": Cell(
        R.WITHDRAWN, S.DUE_AGAIN, S.DUE_AGAIN, refused=C.ALREADY_RUNG
    ),
    "what is resolved can't be withdrawn": Cell(
        R.WITHDRAWN, S.RESOLVED, S.RESOLVED, refused=C.ALREADY_RESOLVED
    ),
}
# A decision withdraws what nobody was told of, and resolves what somebody was.
DECIDED = {
    "what nobody was told of is withdrawn by the decision": Cell(
        R.WITHDRAWN, S.DUE_NEW, S.NONE, rows=WITHDRAWN
    ),
    "what rings is resolved by the decision": Cell(
        R.WITHDRAWN, S.RINGING, S.RESOLVED, rows=RESOLVED
    ),
    "what is snoozed is resolved by the decision": Cell(
        R.WITHDRAWN, S.SNOOZED, S.RESOLVED, rows=RESOLVED
    ),
    "what is handed off is resolved by the decision": Cell(
        R.WITHDRAWN, S.HANDED_OFF, S.RESOLVED, rows=RESOLVED
    ),
    "what is due again is resolved by the decision": Cell(
        R.WITHDRAWN, S.DUE_AGAIN, S.RESOLVED, rows=RESOLVED
    ),
}
DECIDED_BEFORE = {
    "what was withdrawn by an earlier decision stays so": Cell(R.WITHDRAWN, S.NONE, S.NONE),
    "what was resolved by an earlier decision stays so": Cell(R.WITHDRAWN, S.RESOLVED, S.RESOLVED),
}
TOLD = [cell.before for cell in DECIDED.values() if cell.rows == RESOLVED]


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


@pytest.fixture
def of_run(clock: Clock) -> Iterator[Journey]:
    with runs_item(clock) as found:
        yield found


def review_status(of_run: Journey) -> str:
    return newest(of_run.tenant, of_run.order_id).review_status


@each(ENDED)
def test_a_signed_in_person_resolves_it(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.page("resolve", reason="Refunded by hand"))


@each(ENDED)
def test_an_agent_that_may_resolves_it(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.by_token(K.RESOLVED, note="Refunded by hand"))


@each(TAKEN_AWAY)
def test_an_agent_that_may_withdraws_it(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.by_token(K.WITHDRAWN))


@each(DECIDED)
def test_a_decision_on_the_review_page_closes_both_sides(of_run: Journey, cell: Cell) -> None:
    of_run.reach(cell.before)
    assert of_run.reject(of_run.decision_handle()) == ""
    of_run.assert_came(cell)
    assert review_status(of_run) == ReviewStatus.REJECTED
    assert of_run.entries()[-1].body["decision"] == "reject"
    of_run.clock.move(days=1)
    of_run.sweep()
    of_run.assert_came(cell)


@each(DECIDED_BEFORE)
def test_a_second_decision_is_refused_and_closes_nothing(of_run: Journey, cell: Cell) -> None:
    of_run.reach(S.DUE_NEW if cell.before is S.NONE else S.RINGING)
    early, late = of_run.decision_handle("Per"), of_run.decision_handle("Maya")
    assert of_run.reject(early, "Per") == ""
    of_run.mark()
    assert of_run.reject(late, "Maya") == "already_decided"
    of_run.assert_came(cell)


@pytest.mark.parametrize("before", [S.DUE_NEW, *TOLD])
def test_resolving_what_waits_for_a_decision_decides_it_too(
    of_run: Journey, before: AlarmStatus
) -> None:
    of_run.reach(before)
    refused = of_run.page("resolve", reason="The customer called: all is well")
    (cell,) = (cell for cell in DECIDED.values() if cell.before is before)
    of_run.assert_came(cell, refused)
    assert review_status(of_run) == ReviewStatus.REJECTED
