"""The state table, somebody acknowledges: by answering the mail, on the page, through an agent."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from tests.support.alarm_cells import Cell, Row, each
from tests.support.alarm_journey import Journey, agents_item
from tests.support.alarm_store import CONFIG
from tests.support.clock import Clock
from tests.support.inbound import words_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S, C, K = Row, AlarmStatus, RefusalCode, EventKind

ANSWERED = ("answer to Maya",)
MAILED = ("acknowledged by Maya (mail)",)
BY_MAIL = {
    "what nobody observed can't be acknowledged": Cell(
        R.ACKNOWLEDGED, S.NONE, S.NONE, mails=ANSWERED, refused=C.NO_RAISE
    ),
    "what nobody was told of can't be acknowledged": Cell(
        R.ACKNOWLEDGED, S.DUE_NEW, S.DUE_NEW, mails=ANSWERED, refused=C.NO_RAISE
    ),
    "what rings is snoozed": Cell(R.ACKNOWLEDGED, S.RINGING, S.SNOOZED, MAILED, ANSWERED),
    "what is snoozed gets a second confirmer": Cell(
        R.ACKNOWLEDGED, S.SNOOZED, S.SNOOZED, MAILED, ANSWERED
    ),
    "what is handed off waits for its holder": Cell(
        R.ACKNOWLEDGED, S.HANDED_OFF, S.HANDED_OFF, mails=ANSWERED, refused=C.HANDED_OFF
    ),
    "what is due again is snoozed": Cell(R.ACKNOWLEDGED, S.DUE_AGAIN, S.SNOOZED, MAILED, ANSWERED),
    "what is resolved can't be acknowledged": Cell(
        R.ACKNOWLEDGED, S.RESOLVED, S.RESOLVED, mails=ANSWERED, refused=C.ALREADY_RESOLVED
    ),
}


def _without_mails(row: str) -> dict[str, Cell]:
    """The same table where nobody is answered by mail."""
    return {
        sentence: cell._replace(mails=(), rows=(row,) if cell.rows else ())
        for sentence, cell in BY_MAIL.items()
    }


ON_THE_PAGE = _without_mails("acknowledged by Maya (signed_in)")
BY_TOKEN = _without_mails("acknowledged by Maya (token)")
HOLDER_BY_MAIL = {
    "what is handed off is snoozed by its holder": Cell(
        R.ACKNOWLEDGED,
        S.HANDED_OFF,
        S.SNOOZED,
        rows=("acknowledged by Per (mail)",),
        mails=("answer to Per",),
    )
}
HOLDER_ON_THE_PAGE = {
    "what is handed off is snoozed by its holder": Cell(
        R.ACKNOWLEDGED, S.HANDED_OFF, S.SNOOZED, rows=("acknowledged by Per (signed_in)",)
    )
}


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


def assert_snoozed(alarm: Journey, cell: Cell) -> None:
    """Until the later of two ends, by whoever acknowledged, for no longer than the shop allows."""
    if cell.rows:
        usual = alarm.clock.now + timedelta(minutes=CONFIG.snooze_default_minutes)
        both = cell.before is S.SNOOZED
        assert alarm.state.until == (alarm.clock.now + timedelta(hours=2) if both else usual)
        people = ("Per", "Maya") if both else ("Maya",)
        assert alarm.state.confirmers == tuple(map(alarm.key_of, people))


@each(BY_MAIL)
def test_an_answer_by_mail(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.mail("Maya"))
    assert_snoozed(alarm, cell)


@each(ON_THE_PAGE)
def test_a_signed_in_person(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.page("acknowledge", "Maya"))
    assert_snoozed(alarm, cell)


@each(BY_TOKEN)
def test_an_agent_that_may_says_who_confirms(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.by_token(K.ACKNOWLEDGED, confirmer=alarm.claim("Maya")))
    assert_snoozed(alarm, cell)


@each(HOLDER_BY_MAIL)
def test_the_holder_answers_the_mail_that_handed_it_over(alarm: Journey, cell: Cell) -> None:
    alarm.reach(S.HANDED_OFF)
    alarm.assert_came(cell, alarm.mail("Per"))


@each(HOLDER_ON_THE_PAGE)
def test_the_holder_signed_in(alarm: Journey, cell: Cell) -> None:
    alarm.reach(S.HANDED_OFF)
    alarm.assert_came(cell, alarm.page("acknowledge", "Per"))


def test_who_is_refused_is_told_the_holders_name(alarm: Journey) -> None:
    alarm.reach(S.HANDED_OFF)
    alarm.mail("Maya")
    assert "This item is handed off to Per until" in words_of(alarm.sink.mails[-1].mail)


def test_a_later_end_of_a_second_confirmer_counts(alarm: Journey) -> None:
    alarm.reach(S.SNOOZED)
    assert alarm.page("acknowledge", "Maya", minutes=240) == ""
    assert alarm.state.until == alarm.clock.now + timedelta(minutes=240)


def test_an_end_beyond_the_shops_limit_is_refused(alarm: Journey) -> None:
    alarm.reach(S.RINGING)
    refused = alarm.page("acknowledge", "Maya", minutes=241)
    unchanged = Cell(R.ACKNOWLEDGED, S.RINGING, S.RINGING, refused=C.UNTIL_TOO_FAR)
    alarm.assert_came(unchanged, refused)
