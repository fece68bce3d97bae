"""Answers that meet a mail on its way, or another writer: what proves, counts, is too late."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest
from django.db import connection

from shopops import ledger
from shopops.alarms import handles
from shopops.alarms.clock import database_now
from shopops.alarms.events import identity_of
from shopops.alarms.models import AlarmHandle, MailState, RingItem, RingMail, RosterContact
from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmStatus
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.ledger.kinds import KEY_VERSION
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_cells import Cell, Row
from tests.support.alarm_journey import Journey, agents_item
from tests.support.clock import Clock
from tests.support.inbound import words_of
from tests.support.locks import wait_for_a_waiting_session
from tests.support.smtp_sink import Answer
from tests.support.threads import beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S, C, K = Row, AlarmStatus, RefusalCode, EventKind
PROVED = ("raised to Maya", "acknowledged by Maya (mail)")


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


def assert_raise_is_the_attempts(alarm: Journey) -> None:
    """The raise on the ledger bears the id and the handle that the mail was made with."""
    attempt = RingItem.objects.get()
    raised = alarm.entries()[1]
    assert (raised.kind, raised.event_id) == (K.RAISED, attempt.event_id)
    used = AlarmHandle.objects.get(sha256=bytes(attempt.handle))
    assert (used.kind, used.item_id) == (K.RAISED, alarm.item.pk)
    assert used.used_at is not None
    assert raised.body["message"] == alarm.alert_to("Maya").message_id
    assert alarm.entries()[2].body["raise"] == str(attempt.event_id)


def test_an_answer_to_a_mail_of_which_nobody_knew_writes_its_raise_first(alarm: Journey) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.sweep(Answer.KEEP_AND_HANG_UP)
    assert RingMail.objects.get().state == MailState.UNKNOWN
    refused = alarm.mail("Maya")
    mails = ("alert to Maya", "answer to Maya")
    alarm.assert_came(Cell(R.ACKNOWLEDGED, S.DUE_NEW, S.SNOOZED, PROVED, mails), refused)
    assert_raise_is_the_attempts(alarm)
    assert RingMail.objects.get().state == MailState.ACCEPTED
    alarm.clock.move(minutes=5)
    alarm.sweep()
    alarm.assert_came(Cell(R.ACKNOWLEDGED, S.DUE_NEW, S.SNOOZED, PROVED, mails))


def test_the_attempts_handle_outlives_every_other_handle(alarm: Journey) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.sweep(Answer.KEEP_AND_HANG_UP)
    alarm.clock.move(days=15)
    handles.purge()
    assert alarm.mail("Maya") == ""
    assert alarm.rows() == ("observed", *PROVED)
    assert_raise_is_the_attempts(alarm)


def test_an_answer_that_is_faster_than_the_mail_server_counts_once(alarm: Journey) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.while_sending(lambda: alarm.mail("Maya"))
    mails = ("alert to Maya", "answer to Maya")
    alarm.assert_came(Cell(R.ACKNOWLEDGED, S.DUE_NEW, S.SNOOZED, PROVED, mails))
    assert_raise_is_the_attempts(alarm)


def superseded(alarm: Journey, work: Callable[[], str]) -> None:
    """Per is sent the second ring, and it is answered or settled before the server has it."""
    alarm.reach(S.DUE_AGAIN)
    alarm.while_sending(work)
    assert RingMail.objects.latest("pk").state == MailState.SENT_SUPERSEDED
    alarm.mark()


def test_who_was_told_by_a_superseded_mail_alone_acknowledges_nothing(alarm: Journey) -> None:
    superseded(alarm, lambda: alarm.page("acknowledge", "Maya", minutes=45))
    refused = alarm.mail("Per")
    answered = ("answer to Per",)
    nothing = Cell(R.ACKNOWLEDGED, S.SNOOZED, S.SNOOZED, (), answered, C.NOT_TOLD)
    alarm.assert_came(nothing, refused)


def test_nor_when_the_snooze_that_superseded_it_is_over(alarm: Journey) -> None:
    superseded(alarm, lambda: alarm.page("acknowledge", "Maya", minutes=45))
    alarm.clock.move(minutes=45)
    refused = alarm.mail("Per")
    answered = ("answer to Per",)
    nothing = Cell(R.ACKNOWLEDGED, S.DUE_AGAIN, S.DUE_AGAIN, (), answered, C.NOT_TOLD)
    alarm.assert_came(nothing, refused)


def test_an_answer_to_a_mail_that_a_resolve_superseded_is_refused_by_name(alarm: Journey) -> None:
    superseded(alarm, lambda: alarm.page("resolve", reason="Refunded by hand"))
    refused = alarm.mail("Per")
    answered = ("answer to Per",)
    nothing = Cell(R.ACKNOWLEDGED, S.RESOLVED, S.RESOLVED, (), answered, C.ALREADY_RESOLVED)
    alarm.assert_came(nothing, refused)


def test_an_answer_to_a_first_mail_that_a_withdrawal_superseded_is_refused(alarm: Journey) -> None:
    alarm.reach(S.DUE_NEW)
    alarm.while_sending(lambda: alarm.by_token(K.WITHDRAWN))
    alarm.mark()
    answered = ("answer to Maya",)
    nothing = Cell(R.ACKNOWLEDGED, S.NONE, S.NONE, (), answered, C.ALREADY_RESOLVED)
    alarm.assert_came(nothing, alarm.mail("Maya"))


def test_who_was_told_before_answers_by_the_earlier_ring(alarm: Journey) -> None:
    """A superseded mail names no raise; the person's earlier ring of the episode counts."""
    RosterContact.objects.exclude(membership=alarm.people["Maya"]).update(active=False)
    alarm.reach(S.DUE_AGAIN)
    alarm.while_sending(lambda: alarm.page("acknowledge", "Per", minutes=45))
    assert RingMail.objects.latest("pk").state == MailState.SENT_SUPERSEDED
    alarm.mark()
    refused = alarm.mail("Maya")
    rows, mails = ("acknowledged by Maya (mail)",), ("answer to Maya",)
    alarm.assert_came(Cell(R.ACKNOWLEDGED, S.SNOOZED, S.SNOOZED, rows, mails), refused)
    assert "raise" not in alarm.entries()[-1].body


def test_an_answer_to_a_hand_over_of_an_earlier_episode_is_refused_by_name(alarm: Journey) -> None:
    alarm.reach(S.HANDED_OFF)
    assert alarm.page("resolve", reason="Refunded by hand") == ""
    old = str(alarm.alert_to("Per").mail["Reply-To"])
    assert alarm.by_token(K.RAISED) == ""  # the trouble is back
    alarm.clock.move(minutes=60)
    alarm.sweep()
    assert alarm.rows()[-1] == "raised to Per"
    alarm.mark()
    answered = ("answer to Per",)
    nothing = Cell(R.ACKNOWLEDGED, S.RINGING, S.RINGING, (), answered, C.OLDER_EPISODE)
    alarm.assert_came(nothing, alarm.mail("Per", to=old))


class OtherWriter:
    """Resolves the item past every lock of ours: its row has its place in the chain, and is not
    committed before somebody waits for that."""

    def __init__(self, alarm: Journey, superuser_dsn: str) -> None:
        self.alarm, self.dsn = alarm, superuser_dsn
        self.is_chained = Event()

    def resolve(self) -> None:
        tenant_id, item = self.alarm.tenant.pk, self.alarm.item
        with tenant_scope(tenant_id):
            now = database_now()
            (minted,) = handles.mint([item], kind=K.RESOLVED, skill="somebody", now=now)
            event = NewEvent(
                kind=K.RESOLVED,
                actor=ActorType.AGENT,
                occurred_at=now,
                body={"order": item.order_id, "skill": "somebody", **identity_of(item)},
                event_id=handles.event_id_of(minted.handle),
                item_key=bytes(item.item_key),
                key_version=KEY_VERSION,
                handle=bytes(minted.handle.sha256),
            )
            ledger.append(tenant_id, [event])
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            self.is_chained.set()
            wait_for_a_waiting_session(self.dsn)

    def while_it_commits(self, work: Callable[[], str]) -> str:
        """What the work answers that has checked before the commit and writes after it."""
        with beside(self.resolve) as resolving:
            assert self.is_chained.wait(20)
            answered = work()
            resolving.result(20)
        return answered


@pytest.fixture
def other(alarm: Journey, superuser_dsn: str) -> OtherWriter:
    alarm.reach(S.RINGING)
    return OtherWriter(alarm, superuser_dsn)


def assert_only_the_other_wrote(alarm: Journey, refused: str) -> None:
    assert refused == C.ALREADY_RESOLVED
    assert alarm.rows()[alarm.seen[0] :] == ("resolved",)
    assert alarm.refusals() == [C.ALREADY_RESOLVED]
    assert alarm.state.status is S.RESOLVED


def test_an_acknowledgment_on_the_page_that_loses_at_the_commit_is_refused_by_name(
    alarm: Journey, other: OtherWriter
) -> None:
    refused = other.while_it_commits(lambda: alarm.page("acknowledge"))
    assert_only_the_other_wrote(alarm, refused)
    assert alarm.mails()[alarm.seen[1] :] == ()


def test_an_agents_acknowledgment_that_loses_at_the_commit_is_refused_by_name(
    alarm: Journey, other: OtherWriter
) -> None:
    claim = alarm.claim("Maya")
    refused = other.while_it_commits(lambda: alarm.by_token(K.ACKNOWLEDGED, confirmer=claim))
    assert_only_the_other_wrote(alarm, refused)


def test_an_answer_by_mail_that_loses_at_the_commit_is_tried_again_and_refused_by_name(
    alarm: Journey, other: OtherWriter
) -> None:
    refused = other.while_it_commits(lambda: alarm.mail("Maya"))
    assert refused == C.ALREADY_RESOLVED
    assert alarm.rows()[alarm.seen[0] :] == ("resolved",)
    assert alarm.state.status is S.RESOLVED
    assert alarm.mails()[alarm.seen[1] :] == ("answer to Maya",)
    assert "This item is resolved already." in words_of(alarm.sink.mails[-1].mail)
