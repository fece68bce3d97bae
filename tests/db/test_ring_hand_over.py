"""Handing an item to somebody: the mail is in their hands before the ledger says so."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shopops.alarms.answers import acknowledge, hand_off, resolve
from shopops.alarms.codes import bracketed
from shopops.alarms.hand_over import hand_over
from shopops.alarms.models import AlarmItem, AlarmRefusal, RingMail, RosterContact
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.roster import remove_contact
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.mailing.outgoing import tag_of
from shopops.tenants.models import Membership, Tenant
from tests.support.clock import Clock
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import (
    assert_projection_agrees,
    kind_of,
    mail_server,
    observe,
    on_call,
    state_of,
)
from tests.support.smtp_sink import Answer, Sink
from tests.support.threads import beside

pytestmark = pytest.mark.django_db(transaction=True)


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


@pytest.fixture
def per(shop: Tenant) -> Membership:
    return on_call(shop, "Per", step=1)


@pytest.fixture
def rung(sink: Sink, shop: Tenant, maya: Membership, per: Membership) -> AlarmItem:
    (item,) = observe(shop, "O-1")
    ring_all()
    sink.mails.clear()
    return item


def test_the_new_holder_has_a_mail_with_the_code_and_can_answer_it(
    sink: Sink, clock: Clock, shop: Tenant, rung: AlarmItem, maya: Membership, per: Membership
) -> None:
    hand_over(by=maya, item_id=rung.pk, holder=per, until=clock.now + timedelta(hours=1))
    (kept,) = sink.mails
    assert kept.recipient == "per@oncall.example"
    text = kept.mail.get_body(("plain",)).get_content()
    assert "Maya hands this item of Store Northline over to you." in text
    assert bracketed(rung.code) in text
    tag = tag_of(str(kept.mail["Reply-To"]))
    assert tag is not None
    assert RingMail.objects.get(pk=tag.mail_id).membership_id == per.pk
    assert state_of(rung).status is AlarmStatus.HANDED_OFF
    assert state_of(rung).holder == bytes(per.identity_key).hex()
    acknowledge(confirmer=per, item_id=rung.pk)
    assert state_of(rung).status is AlarmStatus.SNOOZED
    assert_projection_agrees(rung)


@pytest.mark.parametrize("answer", [Answer.REJECT_DATA, Answer.KEEP_AND_HANG_UP])
def test_a_mail_that_was_not_taken_hands_nothing_over(
    sink: Sink,
    clock: Clock,
    shop: Tenant,
    rung: AlarmItem,
    maya: Membership,
    per: Membership,
    answer: Answer,
) -> None:
    sink.script.append(answer)
    with pytest.raises(Refused) as refused:
        hand_over(by=maya, item_id=rung.pk, holder=per, until=clock.now + timedelta(hours=1))
    assert refused.value.code is RefusalCode.HOLDER_NOT_TOLD
    assert "The mail to Per was not taken" in str(refused.value)
    assert kind_of(shop, EventKind.HANDED_OFF) == []
    assert state_of(rung).status is AlarmStatus.RINGING
    assert AlarmRefusal.objects.get().code == RefusalCode.HOLDER_NOT_TOLD


def test_nothing_is_handed_to_who_left_the_roster_while_the_mail_was_on_its_way(
    sink: Sink, clock: Clock, shop: Tenant, rung: AlarmItem, maya: Membership, per: Membership
) -> None:
    def give() -> None:
        hand_over(by=maya, item_id=rung.pk, holder=per, until=clock.now + timedelta(hours=1))

    sink.script.append(Answer.STALL)
    with beside(give) as giving:
        assert sink.holding.wait(30)
        remove_contact(contact=RosterContact.objects.get(membership=per), author=None)
        sink.released.set()
        with pytest.raises(Refused) as refused:
            giving.result(30)
    assert refused.value.code is RefusalCode.HOLDER_UNKNOWN
    assert kind_of(shop, EventKind.HANDED_OFF) == []
    assert state_of(rung).status is AlarmStatus.RINGING
    assert AlarmRefusal.objects.get().code == RefusalCode.HOLDER_UNKNOWN


def test_who_left_the_shop_meanwhile_neither_takes_note_nor_takes_over(
    sink: Sink, clock: Clock, shop: Tenant, rung: AlarmItem, maya: Membership, per: Membership
) -> None:
    Membership.objects.filter(pk=per.pk).update(active=False)
    with pytest.raises(Refused, match="Choose somebody who is"):
        hand_off(by=maya, item_id=rung.pk, holder=per, until=clock.now + timedelta(hours=1))
    with pytest.raises(Refused, match="not on this shop's roster"):
        acknowledge(confirmer=per, item_id=rung.pk)
    assert state_of(rung).status is AlarmStatus.RINGING


def test_nobody_is_written_to_about_what_would_be_refused(
    sink: Sink, clock: Clock, shop: Tenant, rung: AlarmItem, maya: Membership, per: Membership
) -> None:
    resolve(by=maya, item_id=rung.pk, reason="done")
    with pytest.raises(Refused) as refused:
        hand_over(by=maya, item_id=rung.pk, holder=per, until=clock.now + timedelta(hours=1))
    assert refused.value.code is RefusalCode.ALREADY_RESOLVED
    assert sink.mails == []


def test_who_is_not_on_the_roster_cannot_take_over(
    sink: Sink, clock: Clock, shop: Tenant, rung: AlarmItem, maya: Membership
) -> None:
    with pytest.raises(Refused) as refused:
        hand_over(
            by=maya,
            item_id=rung.pk,
            holder=hire(shop, "Ida"),
            until=clock.now + timedelta(hours=1),
        )
    assert refused.value.code is RefusalCode.HOLDER_UNKNOWN
    assert sink.mails == []
