"""The state table, time passes: snoozes, intervals and hand-offs end; then it rings again."""

from collections.abc import Iterator

import pytest

from shopops.alarms.states import AlarmStatus
from tests.support.alarm_cells import Cell, Row, each
from tests.support.alarm_journey import Journey, agents_item
from tests.support.clock import Clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S = Row, AlarmStatus

# Minutes until the end: of the interval, of Per's snooze, of Per's hand-off.
ENDS = {S.RINGING: 60, S.SNOOZED: 120, S.HANDED_OFF: 120}
ENDING = {
    "what rings is due again after its interval": Cell(R.TIME_IS_UP, S.RINGING, S.DUE_AGAIN),
    "what is snoozed is due again at the end": Cell(R.TIME_IS_UP, S.SNOOZED, S.DUE_AGAIN),
    "what is handed off is due again at the end": Cell(R.TIME_IS_UP, S.HANDED_OFF, S.DUE_AGAIN),
}
ENDLESS = {
    "what nobody observed stays unknown": Cell(R.TIME_IS_UP, S.NONE, S.NONE),
    "what nobody was told of stays due": Cell(R.TIME_IS_UP, S.DUE_NEW, S.DUE_NEW),
    "what is due again stays due": Cell(R.TIME_IS_UP, S.DUE_AGAIN, S.DUE_AGAIN),
    "what is resolved stays resolved": Cell(R.TIME_IS_UP, S.RESOLVED, S.RESOLVED),
}
# Nobody acknowledged, so the next person; who snoozed it is off the hook, so the roster's first;
# and first of all who held it.
RUNG_THEN = {S.RINGING: "Per", S.SNOOZED: "Maya", S.HANDED_OFF: "Per"}


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


@each(ENDING)
def test_it_is_over_at_its_very_instant_and_rings_at_once(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.clock.move(minutes=ENDS[cell.before], microseconds=-1)
    alarm.sweep()
    alarm.assert_came(cell._replace(after=cell.before))
    alarm.clock.move(microseconds=1)
    alarm.assert_came(cell)
    alarm.sweep()
    told = RUNG_THEN[cell.before]
    rung = (f"raised to {told}",), (f"alert to {told}",)
    alarm.assert_came(Cell(R.RAISED, S.DUE_AGAIN, S.RINGING, *rung))


@each(ENDLESS)
def test_a_week_ends_nothing_else(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.clock.move(days=7)
    alarm.assert_came(cell)


@pytest.mark.parametrize("before", [S.NONE, S.RESOLVED])
def test_nobody_is_rung_about_what_is_not_open_however_long_it_lasts(
    alarm: Journey, before: AlarmStatus
) -> None:
    alarm.reach(before)
    alarm.clock.move(days=7)
    alarm.sweep()
    alarm.assert_came(Cell(R.TIME_IS_UP, before, before))


def test_after_the_holder_the_roster_is_rung(alarm: Journey) -> None:
    alarm.reach(S.HANDED_OFF)
    for minutes in (120, 60):
        alarm.clock.move(minutes=minutes)
        alarm.sweep()
    rows, mails = ("raised to Per", "raised to Maya"), ("alert to Per", "alert to Maya")
    alarm.assert_came(Cell(R.TIME_IS_UP, S.HANDED_OFF, S.RINGING, rows, mails))


def test_after_a_long_stop_one_ring_is_sent_for_all_that_were_missed(alarm: Journey) -> None:
    alarm.reach(S.RINGING)
    alarm.clock.move(hours=50)
    for _ in range(2):
        alarm.sweep()
    rung = ("raised to Per",), ("alert to Per",)
    alarm.assert_came(Cell(R.TIME_IS_UP, S.RINGING, S.RINGING, *rung))
