"""Mails that fail: nothing is written for what was not told, and nothing due is forgotten."""

from collections import deque
from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError
from django.test import override_settings

from shopops.alarms.models import (
    AlarmItem,
    MailState,
    RingItem,
    RingMail,
    RingState,
    RosterContact,
)
from shopops.alarms.ringing.nobody import nobody_told, release
from shopops.alarms.ringing.run import BROKE_OFF, run
from shopops.alarms.ringing.sweep import Limits, ring_all
from shopops.alarms.states import AlarmStatus
from shopops.embedded.entrance import held_port
from shopops.mailing.outgoing import NoMailServer
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.pipeline import open_shop
from tests.support.ringing import (
    assert_projection_agrees,
    mail_server,
    observe,
    on_call,
    raises,
    state_of,
)
from tests.support.smtp_sink import Answer, Sink

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
MAYA, PER = "maya@oncall.example", "per@oncall.example"
BREAKING = """
CREATE FUNCTION public.break_off() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF NEW.tenant_id = {tenant} THEN {statement}; END IF; RETURN NEW; END $$;
GRANT EXECUTE ON FUNCTION public.break_off TO public;
CREATE TRIGGER break_off BEFORE {event} ON alarms_ringmail
    FOR EACH ROW EXECUTE FUNCTION public.break_off();
"""


@pytest.fixture
def sink(clock: Clock) -> Iterator[Sink]:
    with mail_server() as found:
        yield found


@pytest.fixture
def shop() -> Tenant:
    found = open_shop()
    on_call(found)
    return found


def assert_untold(item: AlarmItem) -> None:
    with tenant_scope(item.tenant_id):
        assert RingItem.objects.of(item.tenant_id).filter(state=RingState.RAISED).count() == 0
    assert state_of(item).status is AlarmStatus.DUE_NEW


def test_a_refused_mail_writes_no_row_and_goes_out_again_after_the_backoff(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    (item,) = observe(shop, "O-1")
    sink.script.append(Answer.REJECT_DATA)
    assert ring_all().failed == 1
    assert raises(shop) == []
    assert_untold(item)
    mail = RingMail.objects.get()
    assert (mail.state, mail.reply) == (MailState.FAILED, "451 no room")
    clock.move(seconds=59)
    assert ring_all().tried == 0
    clock.move(seconds=1)
    assert ring_all().accepted == 1
    (kept,) = sink.mails
    assert kept.data == bytes(mail.message or b"")
    (raised,) = raises(shop)
    assert raised["message"] == kept.message_id
    assert_projection_agrees(item)


def test_the_backoff_grows(sink: Sink, clock: Clock, shop: Tenant) -> None:
    observe(shop, "O-1")
    sink.script.extend([Answer.REJECT_DATA] * 3)
    for minutes in (1, 2, 5):
        assert ring_all().failed == 1
        clock.move(minutes=minutes, seconds=-1)
        assert ring_all().tried == 0
        clock.move(seconds=1)
    assert ring_all().accepted == 1


@pytest.mark.parametrize("answer", [Answer.KEEP_AND_HANG_UP, Answer.LOSE_AND_HANG_UP])
def test_when_nobody_knows_whether_a_mail_arrived_the_same_bytes_go_out_again(
    sink: Sink, clock: Clock, shop: Tenant, answer: Answer
) -> None:
    (item,) = observe(shop, "O-1")
    sink.script.append(answer)
    ring_all()
    assert raises(shop) == []
    assert_untold(item)
    assert RingMail.objects.get().state == MailState.UNKNOWN
    clock.move(minutes=1)
    assert ring_all().accepted == 1
    assert len({kept.data for kept in sink.mails}) == 1
    assert len(raises(shop)) == 1
    assert_projection_agrees(item)


def test_a_retry_is_not_held_up_by_what_became_due_meanwhile(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    observe(shop, "O-1")
    sink.script.append(Answer.REJECT_DATA)
    ring_all()
    observe(shop, "O-2")
    assert ring_all().accepted == 1
    clock.move(minutes=1)
    assert ring_all().accepted == 1
    assert len(set(sink.message_ids)) == 2
    assert {body["order"] for body in raises(shop)} == {"O-1", "O-2"}


def test_a_mail_of_two_items_is_retried_whole(sink: Sink, clock: Clock, shop: Tenant) -> None:
    items = observe(shop, "O-1", "O-2")
    sink.script.append(Answer.LOSE_AND_HANG_UP)
    ring_all()
    clock.move(minutes=1)
    ring_all()
    assert len(sink.mails) == 1
    assert len(raises(shop)) == 2
    for item in items:
        assert_projection_agrees(item)


def test_an_address_that_nobody_has_lets_the_next_contact_be_told(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    on_call(shop, "Per", step=1)
    sink.unknown.add(MAYA)
    (item,) = observe(shop, "O-1")
    ring_all()
    assert raises(shop) == []
    assert ring_all().accepted == 1
    assert [kept.recipient for kept in sink.mails] == [PER]
    assert_projection_agrees(item)
    states = RingItem.objects.order_by("id").values_list("state", flat=True)
    assert list(states) == [RingState.GIVEN_UP, RingState.RAISED]


def test_a_person_whose_mail_fails_too_often_is_passed_over(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    on_call(shop, "Per", step=1)
    observe(shop, "O-1")
    sink.script.extend([Answer.REJECT_DATA] * 6)
    for minutes in (1, 2, 5, 15, 30, 0):
        assert sink.mails == []
        assert ring_all().failed == 1
        clock.move(minutes=minutes)
    assert [kept.recipient for kept in sink.mails] == [PER]
    assert RingMail.objects.earliest("pk").state == MailState.FAILED


def test_an_address_that_failed_is_tried_again_an_hour_later(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    sink.unknown.add(MAYA)
    observe(shop, "O-1")
    ring_all()
    ring_all()
    assert nobody_told(shop.pk).count() == 1
    sink.unknown.clear()
    clock.move(minutes=59)
    ring_all()
    assert sink.mails == []
    clock.move(minutes=1)
    assert ring_all().accepted == 1
    assert nobody_told(shop.pk).count() == 0


def test_nobody_on_the_roster_is_seen_and_heals_when_somebody_is_added(
    sink: Sink, clock: Clock
) -> None:
    shop = open_shop()
    (item,) = observe(shop, "O-1")
    assert ring_all().tried == 0
    assert list(nobody_told(shop.pk)) == [item]
    on_call(shop)
    assert ring_all().tried == 0
    clock.move(minutes=1)
    assert ring_all().accepted == 1
    assert not nobody_told(shop.pk).exists()


def test_a_changed_roster_is_used_at_once(sink: Sink, clock: Clock) -> None:
    shop = open_shop()
    observe(shop, "O-1")
    ring_all()
    on_call(shop)
    with tenant_scope(shop.pk):
        release(shop.pk, at_once=True)
    assert ring_all().accepted == 1


def test_an_item_that_nobody_can_be_told_of_does_not_block_the_others(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    sink.unknown.add(MAYA)
    observe(shop, "O-1")
    ring_all()
    ring_all()
    sink.unknown.clear()
    observe(shop, "O-2")
    assert ring_all().accepted == 1


def test_a_server_that_takes_nothing_is_not_asked_for_ever_and_nobody_is_passed_over(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    on_call(shop, "Per", step=1)
    observe(shop, *(f"O-{number}" for number in range(90)))
    sink.script.extend([Answer.REJECT_SENDER] * 3 * 20)
    for _ in range(20):
        tally = ring_all()
        assert tally.all_in_vain
        assert tally.tried <= 3
        clock.move(minutes=3)
    assert sink.script == deque()
    ring_all()
    assert {kept.recipient for kept in sink.mails} == {MAYA}
    assert len(raises(shop)) == 90


def test_mails_that_were_left_when_the_server_was_gone_are_free_when_their_lease_ends(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    observe(shop, *(f"O-{number}" for number in range(90)))  # five mails
    with held_port() as port, override_settings(SHOPOPS_SMTP_URL=f"smtp://127.0.0.1:{port}"):
        assert ring_all().tried == 3
    assert ring_all().tried == 0
    clock.move(minutes=5)
    assert ring_all().accepted == 5
    assert len(raises(shop)) == 90


def test_without_a_mail_server_nothing_is_taken_in_hand(clock: Clock, shop: Tenant) -> None:
    observe(shop, "O-1")
    with override_settings(SHOPOPS_SMTP_URL=""), pytest.raises(NoMailServer):
        ring_all()
    assert not RingMail.objects.exists()


def test_who_left_the_roster_gets_no_second_try(sink: Sink, clock: Clock, shop: Tenant) -> None:
    on_call(shop, "Per", step=1)
    observe(shop, "O-1")
    sink.script.append(Answer.REJECT_DATA)
    ring_all()
    mail = RingMail.objects.get()
    mail.membership.active = False
    mail.membership.save()
    clock.move(minutes=1)
    assert ring_all().accepted == 1
    assert [kept.recipient for kept in sink.mails] == [PER]


def test_an_address_that_no_mail_can_go_to_is_passed_over(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    on_call(shop, "Per", step=1)
    RosterContact.objects.filter(step=0).update(email="zoë@oncall.example")
    observe(shop, "O-1")
    assert ring_all().accepted == 1
    assert [kept.recipient for kept in sink.mails] == [PER]


def test_an_item_that_cannot_be_told_of_is_seen_and_stops_no_other(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    bad, _ = observe(shop, "O-1", "O-2")
    AlarmItem.objects.filter(pk=bad.pk).update(amount_minor=5, currency="???")
    tally = ring_all(limits=Limits(most_in_a_mail=1))
    assert tally.accepted == 1
    assert list(nobody_told(shop.pk)) == [bad]


def test_the_trouble_of_one_shop_does_not_silence_another(
    sink: Sink, clock: Clock, shop: Tenant, superuser_dsn: str
) -> None:
    other = open_shop("southline")
    on_call(other, "Per")
    (broken,) = observe(shop, "O-1")
    observe(other, "O-1")
    with psycopg.connect(superuser_dsn, autocommit=True) as superuser:
        superuser.execute("UPDATE alarms_alarmitem SET story = '[]' WHERE id = %s", [broken.pk])
    tally = ring_all()
    assert [kept.recipient for kept in sink.mails] == [PER]
    assert (tally.broken, tally.is_good) == (1, False)
    assert "Store Northline" in tally.problem


def breaks(superuser_dsn: str, shop: Tenant, event: str, statement: str) -> None:
    """The database does this whenever that happens to a mail of this shop."""
    with psycopg.connect(superuser_dsn, autocommit=True) as superuser:
        superuser.execute(
            BREAKING.format(tenant=shop.pk, event=event, statement=statement).encode()
        )


def test_a_deadlock_in_one_shop_does_not_end_the_sweep_for_another(
    sink: Sink, clock: Clock, shop: Tenant, superuser_dsn: str
) -> None:
    other = open_shop("southline")
    on_call(other, "Per")
    observe(shop, "O-1")
    observe(other, "O-1")
    deadlock = "RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'"
    breaks(superuser_dsn, shop, "INSERT", deadlock)
    tally = ring_all()
    assert [kept.recipient for kept in sink.mails] == [PER]
    assert (tally.broken, tally.accepted) == (1, 1)


def test_a_database_that_is_gone_ends_the_sweep(
    sink: Sink, clock: Clock, shop: Tenant, superuser_dsn: str
) -> None:
    observe(shop, "O-1")
    breaks(superuser_dsn, shop, "UPDATE", "PERFORM pg_terminate_backend(pg_backend_pid())")
    with pytest.raises(OperationalError):
        ring_all()


def test_what_broke_off_in_one_shop_is_not_told_to_the_others(
    sink: Sink, clock: Clock, shop: Tenant, superuser_dsn: str
) -> None:
    (broken,) = observe(shop, "O-1")
    with psycopg.connect(superuser_dsn, autocommit=True) as superuser:
        superuser.execute("UPDATE alarms_alarmitem SET story = '[]' WHERE id = %s", [broken.pk])
    assert run().problem == BROKE_OFF


def test_a_shop_with_very_much_to_tell_lets_the_others_take_turns(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    other = open_shop("southline")
    on_call(other, "Per")
    for hundred in range(3):
        observe(shop, *(f"O-{hundred}-{number}" for number in range(100)))
    observe(other, "O-1")
    ring_all()
    recipients = [kept.recipient for kept in sink.mails]
    assert recipients.index(PER) < 10
    assert len(recipients) == 16
