"""Workers beside each other, and workers that are gone."""

from collections.abc import Iterator
from datetime import UTC, datetime, time

import pytest

from shopops.alarms.config import QuietHours
from shopops.alarms.models import AlarmItem, MailState, RingMail, RosterContact
from shopops.alarms.ringing.delivering import Tally, deliver
from shopops.alarms.ringing.leasing import Leased, lease_again, lease_due
from shopops.alarms.ringing.mails import Outgoing
from shopops.alarms.ringing.recording import Holder, Tried, step
from shopops.alarms.ringing.sweep import Limits, ring_all
from shopops.alarms.roster import remove_contact
from shopops.mailing.transport import Outcome, Sent
from shopops.tenants.models import Tenant
from tests.support.clock import Clock
from tests.support.pipeline import open_shop
from tests.support.ringing import (
    assert_projection_agrees,
    mail_server,
    observe,
    on_call,
    raises,
    set_numbers,
)
from tests.support.smtp_sink import Sink
from tests.support.threads import beside

pytestmark = pytest.mark.django_db(transaction=True)
SENT = Sent(outcome=Outcome.ACCEPTED, reply="250 kept")
ONE_EACH = Limits(most_in_a_mail=1)


@pytest.fixture
def sink(clock: Clock) -> Iterator[Sink]:
    with mail_server() as found:
        yield found


@pytest.fixture
def shop() -> Tenant:
    found = open_shop()
    on_call(found)
    return found


def holder(leased: Leased) -> Holder:
    return Holder(
        tenant_id=leased.tenant_id, lease=leased.lease, config=leased.config, seconds_to_send=60
    )


def test_quiet_hours_that_begin_between_two_mails_hold_the_later_one(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    clock.set(datetime(2026, 3, 3, 21, 59, 30, tzinfo=UTC))
    set_numbers(shop, quiet_hours=QuietHours(start=time(22), end=time(7)))
    observe(shop, "O-1", "O-2")
    tally, seconds = Tally(), iter([0.0, 1.0, 31.0])  # since it began: the first mail, the second
    deliver(
        lease_due(shop, most_in_a_mail=1),
        lambda _: SENT,
        tally,
        seconds_to_send=60,
        timer=lambda: next(seconds),
    )
    assert (tally.tried, len(raises(shop))) == (1, 1)
    clock.set(datetime(2026, 3, 3, 23, tzinfo=UTC))
    assert ring_all().tried == 0
    clock.set(datetime(2026, 3, 4, 7, tzinfo=UTC))
    ring_all()
    assert {raised["order"] for raised in raises(shop)} == {"O-1", "O-2"}


def test_two_workers_tell_every_item_once(sink: Sink, shop: Tenant) -> None:
    for hundred in range(2):
        observe(shop, *(f"O-{hundred}-{number}" for number in range(100)))
    with (
        beside(lambda: ring_all(limits=ONE_EACH)) as one,
        beside(lambda: ring_all(limits=ONE_EACH)) as two,
    ):
        assert one.result(60).accepted + two.result(60).accepted == 200
    assert len(sink.mails) == len(set(sink.message_ids)) == 200
    assert len(raises(shop)) == 200
    for item in AlarmItem.objects.order_by("pk")[:20]:
        assert_projection_agrees(item)


def test_a_worker_that_died_before_sending_delays_its_mails_by_the_lease(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    observe(shop, "O-1")
    (mail,) = lease_due(shop).mails
    assert ring_all().tried == 0
    clock.move(minutes=5)
    assert ring_all().accepted == 1
    assert [kept.data for kept in sink.mails] == [mail.message]


def test_a_worker_that_died_while_sending_has_its_mail_repeated_under_the_same_name(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    (item,) = observe(shop, "O-1")
    leased = lease_due(shop)
    assert step(holder(leased), None, leased.mails[0]).go
    # here it sends the mail and is killed before it can say so
    clock.move(minutes=5)
    assert ring_all().accepted == 1
    assert [kept.data for kept in sink.mails] == [leased.mails[0].message]
    assert len(raises(shop)) == 1
    assert_projection_agrees(item)


def test_a_slow_worker_that_was_thought_dead_still_records_what_it_sent(
    clock: Clock, shop: Tenant
) -> None:
    (item,) = observe(shop, "O-1")
    slow = lease_due(shop)
    (mail,) = slow.mails
    assert step(holder(slow), None, mail).go
    clock.move(minutes=5)
    quick = lease_again(shop)
    assert step(holder(quick), None, quick.mails[0]).go
    recorded = step(holder(slow), Tried(mail=mail, sent=SENT), None)
    assert recorded.became == "accepted"
    again = step(holder(quick), Tried(mail=quick.mails[0], sent=SENT), None)
    assert again.became == "closed"
    assert len(raises(shop)) == 1
    assert_projection_agrees(item)


def test_a_slow_worker_does_not_mark_as_failed_what_another_one_has_in_hand(
    clock: Clock, shop: Tenant
) -> None:
    observe(shop, "O-1")
    slow = lease_due(shop)
    assert step(holder(slow), None, slow.mails[0]).go
    clock.move(minutes=5)
    quick = lease_again(shop)
    assert step(holder(quick), None, quick.mails[0]).go
    refused = Sent(outcome=Outcome.REFUSED, reply="451 no")
    late = step(holder(slow), Tried(mail=slow.mails[0], sent=refused), None)
    assert late.became == "lost"
    assert RingMail.objects.get().state == MailState.SENDING


def test_a_mail_whose_lease_ran_out_is_not_sent_by_its_first_worker(
    clock: Clock, shop: Tenant
) -> None:
    observe(shop, "O-1")
    slow = lease_due(shop)
    clock.move(minutes=5)
    lease_again(shop)
    asked: list[Outgoing] = []

    def send(mail: Outgoing) -> Sent:
        asked.append(mail)
        return SENT

    deliver(slow, send, Tally(), seconds_to_send=60)
    assert asked == []


def test_a_person_who_is_taken_off_the_roster_gets_no_mail_that_was_not_begun(
    clock: Clock, shop: Tenant
) -> None:
    on_call(shop, "Per", step=1)
    (item,) = observe(shop, "O-1")
    leased = lease_due(shop)
    assert [mail.recipient for mail in leased.mails] == ["maya@oncall.example"]
    remove_contact(contact=RosterContact.objects.get(step=0), author=None)
    asked: list[Outgoing] = []

    def send(mail: Outgoing) -> Sent:
        asked.append(mail)
        return SENT

    deliver(leased, send, Tally(), seconds_to_send=60)
    assert (asked, raises(shop)) == ([], [])
    assert RingMail.objects.get().state == MailState.DROPPED
    again = lease_due(shop)
    assert [mail.recipient for mail in again.mails] == ["per@oncall.example"]
    assert_projection_agrees(item)


def test_a_mail_that_is_on_its_way_is_not_taken_back(clock: Clock, shop: Tenant) -> None:
    observe(shop, "O-1")
    leased = lease_due(shop)

    def send(mail: Outgoing) -> Sent:
        remove_contact(contact=RosterContact.objects.get(), author=None)
        return SENT

    deliver(leased, send, Tally(), seconds_to_send=60)
    assert len(raises(shop)) == 1


def test_a_mail_that_kills_its_workers_is_given_up(sink: Sink, clock: Clock, shop: Tenant) -> None:
    on_call(shop, "Per", step=1)
    observe(shop, "O-1")
    leased = lease_due(shop)
    for _ in range(6):
        assert step(holder(leased), None, leased.mails[0]).go
        clock.move(minutes=5)
        leased = lease_again(shop)
    assert leased.mails == []
    assert RingMail.objects.get().state == MailState.UNKNOWN
    assert ring_all().accepted == 1
    assert sink.mails[0].recipient == "per@oncall.example"


def test_recording_twice_writes_once(clock: Clock, shop: Tenant) -> None:
    observe(shop, "O-1")
    leased = lease_due(shop)
    (mail,) = leased.mails
    assert step(holder(leased), None, mail).go
    became = [step(holder(leased), Tried(mail=mail, sent=SENT), None).became for _ in range(2)]
    assert became == ["accepted", "closed"]
    assert len(raises(shop)) == 1
