"""The state table, somebody is rung: a mail is accepted, an agent has told them, a mail fails."""

from collections.abc import Callable, Iterator

import pytest

from shopops.alarms.models import MailState, RingMail
from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from tests.support.alarm_cells import Cell, Row, each
from tests.support.alarm_journey import Journey, agents_item
from tests.support.clock import Clock
from tests.support.smtp_sink import Answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S, C, K = Row, AlarmStatus, RefusalCode, EventKind

BY_SWEEP = {
    "nothing is sent about what nobody observed": Cell(R.RAISED, S.NONE, S.NONE),
    "the first ring tells the first person on call": Cell(
        R.RAISED, S.DUE_NEW, S.RINGING, rows=("raised to Maya",), mails=("alert to Maya",)
    ),
    "what rings is not rung again within its interval": Cell(R.RAISED, S.RINGING, S.RINGING),
    "what is snoozed is not rung": Cell(R.RAISED, S.SNOOZED, S.SNOOZED),
    "what is handed off is not rung": Cell(R.RAISED, S.HANDED_OFF, S.HANDED_OFF),
    "what nobody acknowledged is told to the next person": Cell(
        R.RAISED, S.DUE_AGAIN, S.RINGING, rows=("raised to Per",), mails=("alert to Per",)
    ),
    "nothing is sent about what is resolved": Cell(R.RAISED, S.RESOLVED, S.RESOLVED),
}
BY_AGENT = {
    "an agent rings about nothing that nobody observed": Cell(
        R.RAISED, S.NONE, S.NONE, refused=C.NOT_OBSERVED
    ),
    "an agent has told the first person": Cell(R.RAISED, S.DUE_NEW, S.RINGING, rows=("raised",)),
    "an agent gets no handle within the interval": Cell(
        R.RAISED, S.RINGING, S.RINGING, refused=C.NOT_DUE
    ),
    "an agent gets no handle for what is snoozed": Cell(
        R.RAISED, S.SNOOZED, S.SNOOZED, refused=C.NOT_DUE
    ),
    "an agent gets no handle for what is handed off": Cell(
        R.RAISED, S.HANDED_OFF, S.HANDED_OFF, refused=C.NOT_DUE
    ),
    "an agent rings again when it is due": Cell(R.RAISED, S.DUE_AGAIN, S.RINGING, rows=("raised",)),
    "an agent says that what was resolved is back": Cell(
        R.RAISED, S.RESOLVED, S.RINGING, rows=("raised",)
    ),
}
# The mail server takes nothing.
FAILING = {
    "no mail can fail for what nobody observed": Cell(R.RING_FAILED, S.NONE, S.NONE),
    "a first ring that failed told nobody": Cell(R.RING_FAILED, S.DUE_NEW, S.DUE_NEW),
    "what rings is not tried within its interval": Cell(R.RING_FAILED, S.RINGING, S.RINGING),
    "what is snoozed is not tried": Cell(R.RING_FAILED, S.SNOOZED, S.SNOOZED),
    "what is handed off is not tried": Cell(R.RING_FAILED, S.HANDED_OFF, S.HANDED_OFF),
    "a later ring that failed leaves it due": Cell(R.RING_FAILED, S.DUE_AGAIN, S.DUE_AGAIN),
    "what is resolved is not tried": Cell(R.RING_FAILED, S.RESOLVED, S.RESOLVED),
}
IS_TRIED = {S.DUE_NEW, S.DUE_AGAIN}


# What people do while the second ring is on its way to Per; no raise is written then.
MEANWHILE: dict[str, tuple[Callable[[Journey], str], Cell]] = {
    "an acknowledgment": (
        lambda alarm: alarm.page("acknowledge", minutes=45),
        Cell(
            R.RAISED,
            S.SNOOZED,
            S.SNOOZED,
            rows=("acknowledged by Maya (signed_in)",),
            mails=("alert to Per",),
        ),
    ),
    "a hand-off": (
        lambda alarm: alarm.hand_to("Ida"),
        Cell(
            R.RAISED,
            S.HANDED_OFF,
            S.HANDED_OFF,
            rows=("handed_off to Ida",),
            mails=("alert to Per", "alert to Ida"),
        ),
    ),
    "a resolve": (
        lambda alarm: alarm.page("resolve", reason="Refunded by hand"),
        Cell(R.RAISED, S.RESOLVED, S.RESOLVED, rows=("resolved",), mails=("alert to Per",)),
    ),
}


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


@each(BY_SWEEP)
def test_a_sweep_rings(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.sweep()
    alarm.assert_came(cell)


@each(BY_AGENT)
def test_an_agent_rings_over_http(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.by_token(K.RAISED))


def test_a_refused_ring_says_when_the_next_one_is_due(alarm: Journey) -> None:
    alarm.reach(S.SNOOZED)
    until = alarm.state.until
    assert until is not None
    status, answer = alarm.derive(K.RAISED)
    assert (status, answer["code"]) == (409, "not_due")
    assert answer["next_due"] == until.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_a_raise_clears_the_answer_the_holder_and_the_end_together(alarm: Journey) -> None:
    alarm.reach(S.SNOOZED)
    assert alarm.hand_to("Ida") == ""
    assert alarm.page("resolve", reason="Refunded by hand") == ""
    assert alarm.by_token(K.RAISED) == ""
    state = alarm.state
    assert (state.status, state.episode, state.rings) == (S.RINGING, 2, 1)
    assert (state.confirmers, state.holder, state.until, state.closed_at) == ((), None, None, None)
    alarm.assert_folded()


def test_a_ring_that_is_accepted_while_it_rings_already_counts_as_the_next_one(
    alarm: Journey,
) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.while_sending(lambda: alarm.by_token(K.RAISED))
    rows = ("raised", "raised to Maya")
    alarm.assert_came(Cell(R.RAISED, S.RINGING, S.RINGING, rows=rows, mails=("alert to Maya",)))
    assert alarm.state.rings == 2


@pytest.mark.parametrize(("work", "cell"), MEANWHILE.values(), ids=MEANWHILE.keys())
def test_no_raise_is_written_for_what_somebody_answered_during_the_send(
    alarm: Journey, work: Callable[[Journey], str], cell: Cell
) -> None:
    alarm.reach(S.DUE_AGAIN)
    alarm.while_sending(lambda: work(alarm))
    alarm.assert_came(cell)
    assert RingMail.objects.filter(recipient="per@oncall.example").first().state == (
        MailState.SENT_SUPERSEDED
    )


@each(FAILING)
def test_a_mail_server_that_takes_nothing_changes_nothing(alarm: Journey, cell: Cell) -> None:
    alarm.reach(cell.before)
    alarm.sweep(Answer.REJECT_DATA)
    alarm.assert_came(cell)
    assert (not alarm.sink.script) == (cell.before in IS_TRIED)


@pytest.mark.parametrize("before", sorted(IS_TRIED))
@pytest.mark.parametrize(
    "answer", [Answer.REJECT_DATA, Answer.KEEP_AND_HANG_UP, Answer.LOSE_AND_HANG_UP]
)
def test_a_failed_ring_is_tried_again_after_a_while_and_rings_then(
    alarm: Journey, before: AlarmStatus, answer: Answer
) -> None:
    alarm.reach(before)
    alarm.sweep(answer)
    alarm.sweep()
    assert (alarm.state.status, alarm.rows()[alarm.seen[0] :]) == (before, ())
    alarm.clock.move(minutes=1)
    alarm.sweep()
    told = "Maya" if before is S.DUE_NEW else "Per"
    assert (alarm.state.status, alarm.rows()[-1]) == (S.RINGING, f"raised to {told}")
    sent = alarm.sink.mails[alarm.seen[1] :]
    assert len(sent) == (2 if answer is Answer.KEEP_AND_HANG_UP else 1)
    assert len({(kept.message_id, kept.data) for kept in sent}) == 1
    alarm.assert_folded()


def test_a_ring_that_fails_while_it_rings_already_leaves_it_ringing(alarm: Journey) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.while_sending(lambda: alarm.by_token(K.RAISED), Answer.STALL_AND_REJECT)
    alarm.assert_came(Cell(R.RING_FAILED, S.RINGING, S.RINGING, rows=("raised",)))
    alarm.clock.move(minutes=1)
    alarm.sweep()
    alarm.assert_came(Cell(R.RING_FAILED, S.RINGING, S.RINGING, rows=("raised",)))


def test_an_address_that_does_not_exist_lets_the_next_person_be_told_at_once(
    alarm: Journey,
) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.sweep(Answer.REJECT_RECIPIENT)
    alarm.assert_came(Cell(R.RING_FAILED, S.DUE_NEW, S.DUE_NEW))
    alarm.sweep()
    per = Cell(R.RAISED, S.DUE_NEW, S.RINGING, rows=("raised to Per",), mails=("alert to Per",))
    alarm.assert_came(per)
