"""What lands while a mail is on its way: nothing is told twice on the ledger, nothing silenced."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from shopops.alarms.answers import (
    Answer as Acknowledging,
)
from shopops.alarms.answers import (
    acknowledge,
    acknowledge_many,
    hand_off,
    resolve,
    withdraw,
)
from shopops.alarms.asked import Asked, Asker, NotWritten, Skill, VerifiedBy, Written
from shopops.alarms.models import AlarmItem, MailState, RingItem, RingMail
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.states import AlarmStatus
from shopops.alarms.writing import write
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.pipeline import open_shop
from tests.support.ringing import (
    NEWS,
    assert_projection_agrees,
    kinds_of,
    mail_server,
    observe,
    on_call,
    raises,
    set_numbers,
    state_of,
)
from tests.support.smtp_sink import Answer, Sink
from tests.support.threads import beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def sink(clock: Clock) -> Iterator[Sink]:
    with mail_server() as found:
        yield found


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


@pytest.fixture
def maya(shop: Tenant) -> Membership:
    return on_call(shop)


def rung_while(sink: Sink, work: Callable[[], object]) -> RingMail:
    """Ring, and do something while the mail server has the mail and has not said so yet."""
    sink.script.append(Answer.STALL)
    with beside(ring_all) as ringing:
        assert sink.holding.wait(30)
        work()
        sink.released.set()
        ringing.result(30)
    return RingMail.objects.latest("pk")


def rung_before(item: AlarmItem, clock: Clock) -> None:
    """The item was rung once, and is due again."""
    ring_all()
    clock.move(minutes=60)
    assert state_of(item).status is AlarmStatus.DUE_AGAIN


def by_mail(person: Membership, *items: AlarmItem, raise_id: object = None) -> list[object]:
    return list(
        acknowledge_many(
            confirmer=person,
            answers=[Acknowledging(item_id=item.pk, raise_id=raise_id) for item in items],  # type: ignore[arg-type]
            verified_by=VerifiedBy.MAIL,
            skill=Skill.MAIL,
        )
    )


def test_an_acknowledgment_during_the_send_leaves_the_mail_without_a_raise(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    rung_before(item, clock)
    mail = rung_while(sink, lambda: acknowledge(confirmer=maya, item_id=item.pk))
    assert mail.state == MailState.SENT_SUPERSEDED
    assert len(sink.mails) == 2
    assert len(raises(shop)) == 1
    assert state_of(item).status is AlarmStatus.SNOOZED
    assert_projection_agrees(item)
    assert ring_all().tried == 0
    clock.move(hours=4)
    assert ring_all().accepted == 1


def test_a_resolve_during_the_send_leaves_the_item_resolved(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    rung_before(item, clock)
    mail = rung_while(sink, lambda: resolve(by=maya, item_id=item.pk, reason="done"))
    assert mail.state == MailState.SENT_SUPERSEDED
    assert state_of(item).status is AlarmStatus.RESOLVED
    assert_projection_agrees(item)


def test_a_withdrawal_during_the_first_send_leaves_nothing_to_answer(
    sink: Sink, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    mail = rung_while(sink, lambda: withdraw(by=maya, item_id=item.pk, reason="mistake"))
    assert mail.state == MailState.SENT_SUPERSEDED
    assert raises(shop) == []
    (refused,) = by_mail(maya, item)
    assert isinstance(refused, NotWritten)
    assert_projection_agrees(item)


def test_a_hand_off_during_the_send_leaves_the_item_with_its_holder(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    per = on_call(shop, "Per", step=1)
    (item,) = observe(shop, "O-1")
    rung_before(item, clock)
    until = clock.now + timedelta(hours=1)
    mail = rung_while(sink, lambda: hand_off(by=maya, item_id=item.pk, holder=per, until=until))
    assert mail.state == MailState.SENT_SUPERSEDED
    assert state_of(item).status is AlarmStatus.HANDED_OFF
    clock.move(hours=1)
    ring_all()
    assert sink.mails[-1].recipient == "per@oncall.example"


def test_of_a_mail_with_two_items_only_the_unanswered_one_is_raised(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    first, second = observe(shop, "O-1", "O-2")
    rung_before(first, clock)
    mail = rung_while(sink, lambda: acknowledge(confirmer=maya, item_id=first.pk))
    assert mail.state == MailState.ACCEPTED
    assert [body["order"] for body in raises(shop)].count("O-1") == 1
    assert [body["order"] for body in raises(shop)].count("O-2") == 2
    assert state_of(first).status is AlarmStatus.SNOOZED
    assert state_of(second).status is AlarmStatus.RINGING
    assert_projection_agrees(first)
    assert_projection_agrees(second)


def test_an_observation_during_the_send_is_kept_and_the_raise_is_written(
    sink: Sink, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    mail = rung_while(sink, lambda: raise_from_outside(shop, item))
    assert mail.state == MailState.ACCEPTED
    assert len(raises(shop)) == 2
    assert state_of(item).rings == 2
    assert_projection_agrees(item)


def raise_from_outside(shop: Tenant, item: AlarmItem) -> None:
    """An agent of the shop's own has rung this item too."""
    with tenant_scope(shop.pk):
        (outcome,) = write(
            shop.pk,
            [Asked(item_id=item.pk, kind=EventKind.RAISED, asker=Asker(skill="their agent"))],
        )
    assert isinstance(outcome, Written)


def test_other_numbers_during_the_send_apply_to_the_raise(
    sink: Sink, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    mail = rung_while(sink, lambda: set_numbers(shop, interval_minutes=7))
    assert mail.state == MailState.ACCEPTED
    assert_projection_agrees(item)


def test_a_send_that_outlasts_half_an_interval_takes_the_later_slot(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    mail = rung_while(sink, lambda: clock.move(minutes=45))
    assert mail.state == MailState.ACCEPTED
    assert_projection_agrees(item)
    assert state_of(item).due_at == clock.now + timedelta(minutes=75)


def test_an_answer_between_the_lease_and_the_send_drops_the_mail(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    first, second = observe(shop, "O-1", "O-2")
    rung_before(first, clock)
    sink.script.append(Answer.REJECT_DATA)
    ring_all()
    acknowledge(confirmer=maya, item_id=first.pk)
    clock.move(minutes=1)
    ring_all()
    assert RingMail.objects.filter(state=MailState.DROPPED).count() == 1
    assert len(sink.mails) == 2
    assert b"Order O-1" not in sink.mails[1].data
    assert b"Order O-2" in sink.mails[1].data
    assert_projection_agrees(second)


def doubtful_ring(sink: Sink) -> RingItem:
    """The mail is there, and nobody knows."""
    sink.script.append(Answer.KEEP_AND_HANG_UP)
    ring_all()
    assert RingMail.objects.latest("pk").state == MailState.UNKNOWN
    return RingItem.objects.latest("pk")


def test_an_answer_by_mail_proves_that_a_doubtful_mail_arrived(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    ring = doubtful_ring(sink)
    (outcome,) = by_mail(maya, item, raise_id=ring.event_id)
    assert isinstance(outcome, Written)
    assert kinds_of(item) == [EventKind.OBSERVED, EventKind.RAISED, EventKind.ACKNOWLEDGED]
    assert raises(shop)[0]["message"] == sink.mails[0].message_id
    assert state_of(item).status is AlarmStatus.SNOOZED
    assert RingMail.objects.get().state == MailState.ACCEPTED
    assert_projection_agrees(item)
    clock.move(minutes=5)
    assert ring_all().tried == 0


def test_a_fresh_mail_that_names_no_ring_proves_it_too(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    doubtful_ring(sink)
    (outcome,) = by_mail(maya, item)
    assert isinstance(outcome, Written)
    assert len(raises(shop)) == 1


def test_an_answer_proves_every_item_of_its_mail(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    first, second = observe(shop, "O-1", "O-2")
    doubtful_ring(sink)
    by_mail(maya, first)
    assert len(raises(shop)) == 2
    assert state_of(first).status is AlarmStatus.SNOOZED
    assert state_of(second).status is AlarmStatus.RINGING
    assert_projection_agrees(second)


def test_nobody_else_proves_that_a_mail_arrived(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    per = on_call(shop, "Per", step=1)
    (item,) = observe(shop, "O-1")
    doubtful_ring(sink)
    (refused,) = by_mail(per, item)
    assert isinstance(refused, NotWritten)
    assert raises(shop) == []


def test_a_click_proves_nothing_about_a_mail(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    doubtful_ring(sink)
    (refused,) = acknowledge_many(
        confirmer=maya,
        answers=[Acknowledging(item_id=item.pk)],
        verified_by=VerifiedBy.SIGNED_IN,
        skill=Skill.BROWSER,
    )
    assert isinstance(refused, NotWritten)
    assert raises(shop) == []


def test_an_answer_to_the_first_ring_says_nothing_about_a_doubtful_second_one(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    rung_before(item, clock)
    first = RingItem.objects.get()
    doubtful_ring(sink)
    (outcome,) = by_mail(maya, item, raise_id=first.event_id)
    assert isinstance(outcome, Written)
    assert len(raises(shop)) == 1


def test_an_answer_while_the_server_still_holds_the_mail_is_accepted_with_one_raise(
    sink: Sink, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    mail = rung_while(sink, lambda: by_mail(maya, item))
    assert mail.state == MailState.ACCEPTED
    assert kinds_of(item) == [EventKind.OBSERVED, EventKind.RAISED, EventKind.ACKNOWLEDGED]
    assert_projection_agrees(item)


def test_a_proved_mail_of_a_closed_matter_proves_nothing_any_more(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    (item,) = observe(shop, "O-1")
    ring = doubtful_ring(sink)
    withdraw(by=maya, item_id=item.pk, reason="mistake")
    clock.move(minutes=1)
    observe(shop, "O-1", evidence=NEWS)
    (refused,) = by_mail(maya, item, raise_id=ring.event_id)
    assert isinstance(refused, NotWritten)
    assert raises(shop) == []
