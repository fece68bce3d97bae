"""The state table, a signed-in person takes a snooze back, or hands the item to somebody."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmStatus
from tests.support.alarm_cells import Cell, Row, each
from tests.support.alarm_journey import Journey, agents_item
from tests.support.clock import Clock
from tests.support.smtp_sink import Answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S, C = Row, AlarmStatus, RefusalCode

TAKEN_BACK = {
    "what nobody observed has no snooze": Cell(
        R.UNACKNOWLEDGED, S.NONE, S.NONE, refused=C.NOT_SNOOZED
    ),
    "what nobody was told of has no snooze": Cell(
        R.UNACKNOWLEDGED, S.DUE_NEW, S.DUE_NEW, refused=C.NOT_SNOOZED
    ),
    "what rings has no snooze": Cell(R.UNACKNOWLEDGED, S.RINGING, S.RINGING, refused=C.NOT_SNOOZED),
    "what is snoozed is due again at once": Cell(
        R.UNACKNOWLEDGED, S.SNOOZED, S.DUE_AGAIN, rows=("unacknowledged",)
    ),
    "what is handed off has no snooze": Cell(
        R.UNACKNOWLEDGED, S.HANDED_OFF, S.HANDED_OFF, refused=C.NOT_SNOOZED
    ),
    "a snooze that ended can't be taken back": Cell(
        R.UNACKNOWLEDGED, S.DUE_AGAIN, S.DUE_AGAIN, refused=C.NOT_SNOOZED
    ),
    "what is resolved has no snooze": Cell(
        R.UNACKNOWLEDGED, S.RESOLVED, S.RESOLVED, refused=C.NOT_SNOOZED
    ),
}
TO_IDA = ("handed_off to Ida",), ("alert to Ida",)
HANDED_TO_IDA = {
    "what nobody observed can't be handed off": Cell(
        R.HANDED_OFF, S.NONE, S.NONE, refused=C.NO_RAISE
    ),
    "what nobody was told of can't be handed off": Cell(
        R.HANDED_OFF, S.DUE_NEW, S.DUE_NEW, refused=C.NO_RAISE
    ),
    "what rings gets a holder": Cell(R.HANDED_OFF, S.RINGING, S.HANDED_OFF, *TO_IDA),
    "what is snoozed gets a holder": Cell(R.HANDED_OFF, S.SNOOZED, S.HANDED_OFF, *TO_IDA),
    "what is handed off gets another holder": Cell(
        R.HANDED_OFF, S.HANDED_OFF, S.HANDED_OFF, *TO_IDA
    ),
    "what is due again gets a holder": Cell(R.HANDED_OFF, S.DUE_AGAIN, S.HANDED_OFF, *TO_IDA),
    "what is resolved can't be handed off": Cell(
        R.HANDED_OFF, S.RESOLVED, S.RESOLVED, refused=C.ALREADY_RESOLVED
    ),
}
CAN_BE_HANDED = [S.RINGING, S.SNOOZED, S.HANDED_OFF, S.DUE_AGAIN]


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


@each(TAKEN_BACK)
def test_a_snooze_is_taken_back_on_the_page(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.page("unacknowledge", reason="Went home"))
    if cell.rows:
        assert (alarm.state.until, alarm.state.confirmers) == (None, ())


@each(TAKEN_BACK)
def test_a_snooze_is_not_taken_back_without_a_reason(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    unchanged = cell._replace(after=cell.before, rows=(), refused=C.REASON_REQUIRED)
    alarm.assert_came(unchanged, alarm.page("unacknowledge", reason=" "))


def test_what_was_taken_back_rings_at_once(alarm: Journey) -> None:
    alarm.reach(S.SNOOZED)
    assert alarm.page("unacknowledge", reason="Went home") == ""
    alarm.sweep()
    rows = ("unacknowledged", "raised to Maya")
    alarm.assert_came(Cell(R.UNACKNOWLEDGED, S.SNOOZED, S.RINGING, rows, ("alert to Maya",)))


@each(HANDED_TO_IDA)
def test_it_is_handed_off_on_the_page(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.hand_to("Ida"))
    if cell.rows:
        assert alarm.state.holder == alarm.key_of("Ida")
        assert alarm.state.until == alarm.clock.now + timedelta(hours=2)


@pytest.mark.parametrize("before", CAN_BE_HANDED)
@pytest.mark.parametrize("answer", [Answer.REJECT_DATA, Answer.LOSE_AND_HANG_UP])
def test_nothing_is_handed_off_when_the_new_holders_mail_is_not_taken(
    alarm: Journey, before: AlarmStatus, answer: Answer
) -> None:
    alarm.reach(before)
    alarm.sink.script.append(answer)
    unchanged = Cell(R.HANDED_OFF, before, before, refused=C.HOLDER_NOT_TOLD)
    alarm.assert_came(unchanged, alarm.hand_to("Ida"))
