"""The state table, trouble observed: by an agent over HTTP, and by the shop's own run."""

from collections.abc import Iterator

import pytest

from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from tests.support.alarm_cells import Cell, Row, each
from tests.support.alarm_journey import Journey, agents_item, runs_item
from tests.support.clock import Clock
from tests.support.pipeline import newest
from tests.support.ringing import set_numbers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S, C = Row, AlarmStatus, RefusalCode

OBSERVED = ("observed",)
BY_AGENT = {
    "what nobody observed before opens an episode": Cell(
        R.OBSERVED, S.NONE, S.DUE_NEW, rows=OBSERVED
    ),
    "what nobody was told of yet is said to be open already": Cell(
        R.OBSERVED, S.DUE_NEW, S.DUE_NEW, refused=C.ALREADY_OPEN
    ),
    "what rings is said to be open already": Cell(
        R.OBSERVED, S.RINGING, S.RINGING, refused=C.ALREADY_OPEN
    ),
    "what is snoozed is said to be open already": Cell(
        R.OBSERVED, S.SNOOZED, S.SNOOZED, refused=C.ALREADY_OPEN
    ),
    "what is handed off is said to be open already": Cell(
        R.OBSERVED, S.HANDED_OFF, S.HANDED_OFF, refused=C.ALREADY_OPEN
    ),
    "what is due again is said to be open already": Cell(
        R.OBSERVED, S.DUE_AGAIN, S.DUE_AGAIN, refused=C.ALREADY_OPEN
    ),
    "an agent shows no evidence that would open what is resolved": Cell(
        R.OBSERVED, S.RESOLVED, S.RESOLVED, refused=C.SAME_EVIDENCE
    ),
}
# The run has read other evidence than before.
BY_RUN = {
    "what nobody observed before opens an episode": Cell(
        R.OBSERVED, S.NONE, S.DUE_NEW, rows=OBSERVED
    ),
    "what nobody was told of yet stays as it is": Cell(R.OBSERVED, S.DUE_NEW, S.DUE_NEW),
    "what rings goes on ringing": Cell(R.OBSERVED, S.RINGING, S.RINGING),
    "what is snoozed stays snoozed": Cell(R.OBSERVED, S.SNOOZED, S.SNOOZED),
    "what is handed off stays with its holder": Cell(R.OBSERVED, S.HANDED_OFF, S.HANDED_OFF),
    "what is due again stays due": Cell(R.OBSERVED, S.DUE_AGAIN, S.DUE_AGAIN),
    "other evidence opens a new episode of what was resolved": Cell(
        R.OBSERVED, S.RESOLVED, S.DUE_NEW, rows=OBSERVED
    ),
}


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


@pytest.fixture
def of_run(clock: Clock) -> Iterator[Journey]:
    with runs_item(clock) as found:
        yield found


@each(BY_AGENT)
def test_an_agent_observes_it_over_http(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.by_token(EventKind.OBSERVED))


@each(BY_RUN)
def test_the_shops_run_observes_it_and_notes_what_it_saw(of_run: Journey, cell: Cell) -> None:
    of_run.reach(cell.before)
    of_run.change_evidence()
    of_run.run()
    of_run.assert_came(cell)
    assert of_run.state.episode == (2 if cell.before is S.RESOLVED else 1)
    seen = bytes(newest(of_run.tenant, of_run.order_id).pack.digest)
    assert bytes(of_run.item.noted_evidence or b"") == seen
    if cell.rows:
        assert of_run.entries()[-1].body["evidence"] == seen.hex()


def test_a_run_over_the_evidence_that_was_resolved_opens_nothing(of_run: Journey) -> None:
    of_run.reach(S.RESOLVED)
    of_run.run()
    of_run.assert_came(Cell(R.OBSERVED, S.RESOLVED, S.RESOLVED))


def test_other_evidence_that_was_read_before_the_resolve_opens_nothing(of_run: Journey) -> None:
    of_run.reach(S.RINGING)
    of_run.clock.move(days=3)  # past the clock by which the run reads
    assert of_run.page("resolve", reason="Refunded by hand") == ""
    of_run.mark()
    of_run.change_evidence()
    of_run.run()
    of_run.assert_came(Cell(R.OBSERVED, S.RESOLVED, S.RESOLVED))


def test_what_waits_for_its_delay_rings_at_once_when_a_run_finds_it_worse(of_run: Journey) -> None:
    set_numbers(of_run.tenant, ring_after_minutes=120)
    of_run.reach(S.DUE_NEW)
    of_run.sweep()
    of_run.assert_came(Cell(R.OBSERVED, S.DUE_NEW, S.DUE_NEW))
    of_run.cancel_parcel()
    of_run.run()
    of_run.assert_came(Cell(R.OBSERVED, S.DUE_NEW, S.DUE_NEW, rows=OBSERVED))
    of_run.sweep()
    rows, mails = (*OBSERVED, "raised to Maya"), ("alert to Maya",)
    of_run.assert_came(Cell(R.OBSERVED, S.DUE_NEW, S.RINGING, rows, mails))
    assert of_run.state.episode == 1


def test_what_was_withdrawn_is_observed_anew_by_an_agent(alarm: Journey) -> None:
    alarm.reach(S.DUE_NEW)
    assert alarm.by_token(EventKind.WITHDRAWN) == ""
    alarm.mark()
    alarm.clock.move(seconds=1)
    refused = alarm.by_token(EventKind.OBSERVED)
    alarm.assert_came(Cell(R.OBSERVED, S.NONE, S.DUE_NEW, rows=OBSERVED), refused)
    assert alarm.state.episode == 2
