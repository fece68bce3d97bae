"""What a crash, a stopped mail server or an unknown outcome leaves behind is taken up again."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from uuid import UUID

import dkim
import psycopg
import pytest
from django.db import connection
from django.test import override_settings

from shopops.acknowledgments import handling, purging, sending
from shopops.acknowledgments.inbound import Delivery, look_up_txt, receive
from shopops.acknowledgments.keep import keep
from shopops.acknowledgments.models import InboundMail, InboundRules, InboundToken, MailStatus
from shopops.acknowledgments.outcomes import Reason
from shopops.acknowledgments.reading.message import read_message
from shopops.alarms import answers
from shopops.alarms.models import MailState, RingMail, RosterContact
from shopops.alarms.roster import remove_contact
from shopops.alarms.states import AlarmStatus
from shopops.tenants.sealing import Purpose, seal
from tests.support.clock import Clock
from tests.support.dkim_keys import PUBLISHED, SIGNING_KEY
from tests.support.inbound import Desk, open_desk, words_of
from tests.support.ringing import assert_projection_agrees, observe, raises, state_of
from tests.support.smtp_sink import Answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


def keep_only(desk: Desk, raw: bytes, clock: Clock) -> InboundMail:
    """What is there when the process dies after a mail was kept."""
    kept = keep(
        tenant_id=desk.tenant.pk,
        delivery=Delivery(raw=raw, source="raw", token="once"),
        read=read_message(raw),
        now=clock.now,
    )
    assert kept is not None
    return kept


def sweep() -> int:
    return handling.handle_waiting(look_up=look_up_txt)


def take(desk: Desk, raw: bytes) -> None:
    receive(tenant=desk.tenant, delivery=Delivery(raw=raw, source="command"))


def test_a_mail_that_was_kept_when_the_process_died_is_handled_by_the_next_sweep(
    desk: Desk, clock: Clock
) -> None:
    keep_only(desk, desk.mail(), clock)
    assert sweep() == 0  # whoever took it in has its first try
    clock.move(minutes=2)
    assert sweep() == 1
    assert desk.state().status is AlarmStatus.SNOOZED
    clock.move(minutes=2)
    sending.answer_waiting()
    assert f"[{desk.code}]" in desk.words


def test_a_mail_that_is_delivered_again_after_a_crash_is_still_handled_once(
    desk: Desk, clock: Clock
) -> None:
    raw = desk.mail()
    keep_only(desk, raw, clock)
    assert desk.post(raw).content == b"It came before.\n"
    clock.move(minutes=2)
    sweep()
    sweep()
    assert len(desk.acknowledged()) == 1


def test_a_mail_that_is_handled_twice_at_once_counts_once(desk: Desk, clock: Clock) -> None:
    kept = keep_only(desk, desk.mail(), clock)
    stale = InboundMail.objects.get(pk=kept.pk)
    handling.handle(kept, look_up=look_up_txt)
    handling.try_to_handle(stale, look_up=look_up_txt)
    assert len(desk.acknowledged()) == 1
    assert InboundMail.objects.get().said["acknowledged"] == [desk.item.pk]


def test_a_mail_that_cannot_be_unsealed_is_given_up_and_shown(desk: Desk, clock: Clock) -> None:
    keep_only(desk, desk.mail(), clock)
    clock.move(minutes=2)
    with override_settings(SECRET_KEY="another-key-of-a-test" * 3):
        sweep()
    assert desk.kept.status == MailStatus.FAILED
    desk.assert_untouched()


def test_a_mail_sealed_with_the_last_secret_can_still_be_read(desk: Desk, clock: Clock) -> None:
    with override_settings(SECRET_KEY="the-last-key-of-a-test" * 3):
        sealed = seal(desk.mail(to="reply@in.shop.example"), purpose=Purpose.INBOUND_MAIL)
    kept = keep_only(desk, desk.mail(), clock)
    InboundMail.objects.filter(pk=kept.pk).update(sealed=sealed)
    clock.move(minutes=2)
    with override_settings(SECRET_KEY_FALLBACKS=["the-last-key-of-a-test" * 3]):
        sweep()
    assert desk.state().status is AlarmStatus.SNOOZED


@pytest.mark.parametrize(
    "answer", [Answer.REJECT_SENDER, Answer.REJECT_DATA, Answer.LOSE_AND_HANG_UP]
)
def test_an_answer_that_was_not_taken_goes_out_again_with_the_same_bytes(
    desk: Desk, clock: Clock, answer: Answer
) -> None:
    desk.sink.script.append(answer)
    desk.send()
    assert desk.answers == []
    assert desk.state().status is AlarmStatus.SNOOZED
    clock.move(minutes=10)
    assert sending.answer_waiting() == 1
    assert UUID(desk.answer["Message-ID"].split(".")[1].split("@")[0]) == desk.kept.reply_token
    clock.move(minutes=10)
    assert sending.answer_waiting() == 0


def test_an_answer_whose_fate_is_unknown_is_repeated_under_the_same_message_id(
    desk: Desk, clock: Clock
) -> None:
    desk.sink.script.append(Answer.KEEP_AND_HANG_UP)
    desk.send()
    clock.move(minutes=10)
    sending.answer_waiting()
    first, second = desk.answers
    assert first.data == second.data


def test_an_answer_waits_for_a_mail_server_to_be_set(desk: Desk, clock: Clock) -> None:
    raw = desk.mail()
    with override_settings(SHOPOPS_SMTP_URL=""):
        desk.post(raw)
    assert len(desk.acknowledged()) == 1
    clock.move(minutes=10)
    assert sending.answer_waiting() == 1


def test_an_answer_proves_that_a_ring_of_unknown_fate_had_arrived(desk: Desk) -> None:
    (item,) = observe(desk.tenant, "O-2")
    desk.sink.script.append(Answer.KEEP_AND_HANG_UP)
    desk.ring()
    assert RingMail.objects.latest("id").state == MailState.UNKNOWN
    assert len(raises(desk.tenant)) == 1
    desk.items.append(item)
    desk.send(f"{desk.code_of(1)}\n")
    assert [body["order"] for body in raises(desk.tenant)] == ["O-1", "O-2"]
    assert [body["order"] for body in desk.acknowledged()] == ["O-2"]
    assert state_of(item).status is AlarmStatus.SNOOZED
    assert_projection_agrees(item)


def test_the_acknowledgment_names_the_raise_that_was_answered(desk: Desk) -> None:
    desk.send()
    (body,) = desk.acknowledged()
    with connection.cursor() as cursor:
        cursor.execute("SELECT event_id FROM alarms_ringitem WHERE item_id = %s", [desk.item.pk])
        assert body["raise"] == str(cursor.fetchone()[0])


def signed(desk: Desk, raw: bytes, *more: bytes) -> bytes:
    return bytes(dkim.sign(raw, b"s1", b"oncall.example", SIGNING_KEY)) + raw


def published(name: bytes, timeout: int = 5) -> bytes | None:
    return PUBLISHED if name == b"s1._domainkey.oncall.example." else None


def test_without_a_trusted_server_our_own_check_of_the_signature_proves_the_sender(
    desk: Desk,
) -> None:
    raw = signed(desk, desk.mail(results=""))
    delivery = Delivery(raw=raw, source="command")
    receive(tenant=desk.tenant, delivery=delivery, look_up=published)
    (body,) = desk.acknowledged()
    assert body["proof"] == "own_dkim"


def test_who_left_the_roster_while_the_signature_was_checked_acknowledges_nothing(
    desk: Desk,
) -> None:
    def look_up(name: bytes, timeout: int = 5) -> bytes | None:
        for contact in RosterContact.objects.filter(active=True):
            remove_contact(contact=contact, author=None)
        return published(name)

    raw = signed(desk, desk.mail(results=""))
    receive(tenant=desk.tenant, delivery=Delivery(raw=raw, source="command"), look_up=look_up)
    assert desk.state().status is AlarmStatus.RINGING
    assert desk.acknowledged() == []
    assert desk.kept.status in {MailStatus.DROPPED, MailStatus.HELD}
    assert desk.answers == []


def test_a_signature_that_does_not_hold_leaves_the_mail_held(desk: Desk) -> None:
    raw = signed(desk, desk.mail(results="")) + b"more\r\n"
    delivery = Delivery(raw=raw, source="command")
    receive(tenant=desk.tenant, delivery=delivery, look_up=published)
    assert desk.kept.reason == Reason.DKIM_FAILED
    desk.assert_untouched()


def test_a_shop_that_takes_unproven_mail_says_so_on_its_ledger(desk: Desk) -> None:
    InboundRules.objects.create(tenant=desk.tenant, takes_unproven=True)
    take(desk, desk.mail(results=""))
    (body,) = desk.acknowledged()
    assert body["proof"] == "unproven"


def test_old_mails_lose_their_bytes_and_sender_and_tokens_go(desk: Desk, clock: Clock) -> None:
    desk.send()
    clock.move(days=13)
    purging.purge()
    assert desk.kept.sealed is not None
    clock.move(days=2)
    purging.purge()
    assert InboundMail.objects.filter(sealed=None, sender="", reply_to="").count() == 1
    assert desk.kept.status == MailStatus.ACKNOWLEDGED
    assert InboundToken.objects.count() == 1
    clock.move(days=16)
    purging.purge()
    assert InboundToken.objects.count() == 0


@pytest.fixture
def broken(superuser_dsn: str) -> Iterator[Callable[[str], AbstractContextManager[None]]]:
    """`with broken("a_table"):` nobody finds that table."""
    with psycopg.connect(superuser_dsn, autocommit=True) as superuser:

        @contextmanager
        def without(table: str) -> Iterator[None]:
            superuser.execute(f"ALTER TABLE {table} RENAME TO lost".encode())
            try:
                yield
            finally:
                superuser.execute(f"ALTER TABLE lost RENAME TO {table}".encode())

        yield without


def test_a_mail_that_cannot_be_kept_is_asked_for_again_and_then_taken(
    desk: Desk, broken: Callable[[str], AbstractContextManager[None]]
) -> None:
    raw = desk.mail()
    with broken("acknowledgments_inboundmail"):
        assert desk.post(raw).status_code == 503
    assert desk.post(raw).content == b"Taken.\n"
    assert len(desk.acknowledged()) == 1


def test_a_mail_that_is_kept_and_cannot_be_handled_is_taken_and_handled_later(
    desk: Desk, clock: Clock, broken: Callable[[str], AbstractContextManager[None]]
) -> None:
    raw = desk.mail()
    with broken("alarms_alarmhandle"):
        assert desk.post(raw).content == b"Taken.\n"
    assert desk.kept.status == MailStatus.RECEIVED
    desk.assert_untouched()
    clock.move(minutes=2)
    sweep()
    assert desk.state().status is AlarmStatus.SNOOZED
    assert len(desk.acknowledged()) == 1


def test_a_mail_that_can_never_be_handled_is_given_up_after_some_tries(
    desk: Desk, clock: Clock, broken: Callable[[str], AbstractContextManager[None]]
) -> None:
    raw = desk.mail()
    with broken("alarms_alarmhandle"):
        desk.post(raw)
        clock.move(minutes=2)
        for _ in range(handling.MOST_TRIES):
            sweep()
    assert (desk.kept.status, desk.kept.replay_hash) == (MailStatus.FAILED, None)
    assert sweep() == 0


def test_an_item_that_was_resolved_meanwhile_is_refused_by_a_late_try(
    desk: Desk, clock: Clock
) -> None:
    keep_only(desk, desk.mail(), clock)
    answers.resolve(by=desk.maya, item_id=desk.item.pk, reason="Refunded")
    clock.move(minutes=2)
    sweep()
    clock.move(minutes=2)
    sending.answer_waiting()
    assert desk.acknowledged() == []
    assert "This item is resolved already." in words_of(desk.answer)
