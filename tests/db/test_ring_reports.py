"""Mails that come back, and what people are told about answers that were not accepted."""

from collections.abc import Iterator

import pytest

from shopops.alarms.answers import acknowledge
from shopops.alarms.models import MailState, RingMail, RingNote
from shopops.alarms.ringing.notes import note_for_next_ring
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.ringing.undelivered import undelivered
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.mailing.outgoing import tag_of
from shopops.mailing.reply_address import PURPOSE, REPORTS
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.pipeline import open_shop
from tests.support.ringing import (
    assert_projection_agrees,
    kind_of,
    kinds_of,
    mail_server,
    observe,
    on_call,
    raises,
    state_of,
)
from tests.support.smtp_sink import Answer, Sink

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


def bounce(shop: Tenant, sink: Sink) -> list[object]:
    """A report comes to where the mail said it came from."""
    tag = tag_of(sink.mails[-1].sender, purpose=REPORTS)
    assert tag is not None
    assert tag.tenant_id == shop.pk
    return list(undelivered(tenant_id=shop.pk, mail_id=tag.mail_id, reason="550 mailbox full"))


@pytest.mark.parametrize("purpose", [PURPOSE, REPORTS], ids=["the reply address", "the envelope"])
def test_the_envelope_and_the_reply_address_name_person_and_mail_each_for_its_purpose(
    purpose: bytes,
    sink: Sink,
    shop: Tenant,
    maya: Membership,
) -> None:
    observe(shop, "O-1")
    ring_all()
    (kept,) = sink.mails
    places = {PURPOSE: str(kept.mail["Reply-To"]), REPORTS: kept.sender}
    (tag,) = [found for place in places.values() if (found := tag_of(place, purpose=purpose))]
    assert tag == tag_of(places[purpose], purpose=purpose)
    assert (tag.tenant_id, tag.membership_id) == (shop.pk, maya.pk)
    assert tag.mail_id == RingMail.objects.get().pk


def test_a_bounce_lets_the_next_contact_ring_at_once(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    on_call(shop, "Per", step=1)
    (item,) = observe(shop, "O-1")
    ring_all()
    clock.move(minutes=5)
    bounce(shop, sink)
    assert state_of(item).status is AlarmStatus.DUE_AGAIN
    (body,) = kind_of(shop, EventKind.UNDELIVERED)
    assert body["told"] == bytes(maya.identity_key).hex()
    ring_all()
    assert sink.mails[-1].recipient == "per@oncall.example"
    assert_projection_agrees(item)


def test_a_bounce_that_is_reported_twice_counts_once(
    sink: Sink, shop: Tenant, maya: Membership
) -> None:
    observe(shop, "O-1")
    ring_all()
    assert len(bounce(shop, sink)) == 1
    assert bounce(shop, sink) == []
    assert len(kind_of(shop, EventKind.UNDELIVERED)) == 1


def test_a_bounce_of_a_snoozed_item_is_a_note(sink: Sink, shop: Tenant, maya: Membership) -> None:
    (item,) = observe(shop, "O-1")
    ring_all()
    acknowledge(confirmer=maya, item_id=item.pk)
    bounce(shop, sink)
    assert state_of(item).status is AlarmStatus.SNOOZED
    assert kinds_of(item)[-1] is EventKind.UNDELIVERED


def test_a_bounce_of_a_mail_that_is_in_doubt_ends_the_doubt(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    on_call(shop, "Per", step=1)
    observe(shop, "O-1")
    sink.script.append(Answer.KEEP_AND_HANG_UP)
    ring_all()
    assert bounce(shop, sink) == []
    assert RingMail.objects.get().state == MailState.FAILED
    assert ring_all().accepted == 1
    assert sink.mails[-1].recipient == "per@oncall.example"
    assert len(raises(shop)) == 1


def test_a_report_about_another_shops_mail_changes_nothing(
    sink: Sink, shop: Tenant, maya: Membership
) -> None:
    other = open_shop("southline")
    observe(shop, "O-1")
    ring_all()
    mail = RingMail.objects.get()
    assert undelivered(tenant_id=other.pk, mail_id=mail.pk, reason="550") == []
    assert kind_of(shop, EventKind.UNDELIVERED) == []


def test_when_everybody_bounced_nobody_is_left_and_that_is_seen(
    sink: Sink, shop: Tenant, maya: Membership
) -> None:
    observe(shop, "O-1")
    ring_all()
    bounce(shop, sink)
    ring_all()
    assert RingMail.objects.filter(state=MailState.NOBODY, closed_at=None).exists()


def note(shop: Tenant, person: Membership, text: str = "That code has a typing error.") -> None:
    with tenant_scope(shop.pk):
        note_for_next_ring(tenant_id=shop.pk, membership_id=person.pk, text=text)


def test_the_next_ring_says_why_an_answer_was_not_accepted_and_the_one_after_does_not(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    observe(shop, "O-1")
    note(shop, maya)
    ring_all()
    clock.move(minutes=60)
    ring_all()
    first, second = (kept.data for kept in sink.mails)
    assert b"An earlier answer of yours was not accepted: That code has a typing error." in first
    assert b"not accepted" not in second


def test_what_one_person_did_is_told_to_nobody_else(
    sink: Sink, shop: Tenant, maya: Membership
) -> None:
    note(shop, on_call(shop, "Per", step=1))
    observe(shop, "O-1")
    ring_all()
    assert b"not accepted" not in sink.mails[0].data
    assert RingNote.objects.get().told_in is None


def test_a_note_whose_mail_never_went_out_is_told_by_the_next_one(
    sink: Sink, clock: Clock, shop: Tenant, maya: Membership
) -> None:
    first, _ = observe(shop, "O-1", "O-2")
    ring_all()
    clock.move(minutes=60)
    note(shop, maya)
    sink.script.append(Answer.REJECT_DATA)
    ring_all()
    acknowledge(confirmer=maya, item_id=first.pk)
    clock.move(minutes=1)
    ring_all()
    assert len(sink.mails) == 2
    assert b"not accepted" in sink.mails[1].data
