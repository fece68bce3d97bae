"""The state table, a mail comes back hours later: a report arrives where our mail came from."""

from collections.abc import Iterator

import pytest

from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from tests.support.alarm_cells import Cell, Row, each
from tests.support.alarm_journey import Journey, agents_item, runs_item
from tests.support.clock import Clock
from tests.support.smtp_sink import Answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S, K = Row, AlarmStatus, EventKind

BACK = ("undelivered to Maya",)
REPORTED = {
    "a ring that came back is due again": Cell(R.UNDELIVERED, S.RINGING, S.DUE_AGAIN, rows=BACK),
    "what is snoozed stays snoozed": Cell(R.UNDELIVERED, S.SNOOZED, S.SNOOZED, rows=BACK),
    "what is handed off stays with its holder": Cell(
        R.UNDELIVERED, S.HANDED_OFF, S.HANDED_OFF, rows=BACK
    ),
    "what is due again stays due": Cell(R.UNDELIVERED, S.DUE_AGAIN, S.DUE_AGAIN, rows=BACK),
    "what is resolved stays resolved": Cell(R.UNDELIVERED, S.RESOLVED, S.RESOLVED, rows=BACK),
}
# Per can't be told, so the roster is rung when the hand-off ends.
HANDED_BY_A_MAIL_THAT_CAME_BACK = {
    "what is handed off to who was not told rings somebody else in the end": Cell(
        R.UNDELIVERED, S.HANDED_OFF, S.HANDED_OFF, rows=("undelivered to Per",)
    )
}
WITHDRAWN_MEANWHILE = {
    "a mail that told of nothing any more has nothing to take back": Cell(
        R.UNDELIVERED, S.NONE, S.NONE
    )
}
OF_AN_EARLIER_EPISODE = {
    "what nobody was told of in this episode waits for its first ring": Cell(
        R.UNDELIVERED, S.DUE_NEW, S.DUE_NEW
    )
}
IN_DOUBT = {
    "a mail of which nobody knew never raised anything": Cell(R.UNDELIVERED, S.DUE_NEW, S.DUE_NEW)
}


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


@pytest.fixture
def of_run(clock: Clock) -> Iterator[Journey]:
    with runs_item(clock) as found:
        yield found


@each(REPORTED)
def test_a_report_is_kept_and_answered_by_nobody(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.bounce("Maya")
    alarm.assert_came(cell)
    assert alarm.entries()[-1].body["raise"] == str(alarm.entries()[1].event_id)
    alarm.bounce("Maya")
    alarm.assert_came(cell)  # the same once more is no news


@each(WITHDRAWN_MEANWHILE)
def test_a_report_about_what_was_withdrawn_during_the_send(alarm: Journey, cell: Cell) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.while_sending(lambda: alarm.by_token(K.WITHDRAWN))
    alarm.mark()
    assert alarm.rows() == ("observed", "withdrawn")
    alarm.bounce("Maya")
    alarm.assert_came(cell)


@each(OF_AN_EARLIER_EPISODE)
def test_a_report_about_an_earlier_episode(of_run: Journey, cell: Cell) -> None:
    of_run.reach(S.RESOLVED)
    of_run.change_evidence()
    of_run.run()
    of_run.mark()
    of_run.bounce("Maya")
    of_run.assert_came(cell)
    of_run.sweep()
    assert of_run.rows()[-1] == "raised to Maya"


@each(IN_DOUBT)
def test_a_report_ends_the_doubt(alarm: Journey, cell: Cell) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.sweep(Answer.KEEP_AND_HANG_UP)
    alarm.mark()
    alarm.bounce("Maya")
    alarm.assert_came(cell)
    alarm.sweep()
    rung = Cell(R.RAISED, S.DUE_NEW, S.RINGING, rows=("raised to Per",), mails=("alert to Per",))
    alarm.assert_came(rung)


@each(HANDED_BY_A_MAIL_THAT_CAME_BACK)
def test_a_report_about_the_mail_to_the_new_holder(alarm: Journey, cell: Cell) -> None:
    alarm.reach(S.HANDED_OFF)
    alarm.bounce("Per")
    alarm.assert_came(cell)
    alarm.clock.move(hours=2)
    alarm.sweep()
    rows, mails = (*cell.rows, "raised to Maya"), ("alert to Maya",)
    alarm.assert_came(Cell(R.UNDELIVERED, S.HANDED_OFF, S.RINGING, rows, mails))


def test_a_ring_that_came_back_is_told_to_the_next_person_at_once(alarm: Journey) -> None:
    alarm.reach(S.RINGING)
    alarm.bounce("Maya")
    alarm.sweep()
    rows = (*BACK, "raised to Per")
    alarm.assert_came(Cell(R.UNDELIVERED, S.RINGING, S.RINGING, rows, ("alert to Per",)))
    assert alarm.state.unreachable == (alarm.key_of("Maya"),)
