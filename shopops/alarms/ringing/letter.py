"""The mail that tells somebody that an item is theirs now. It is sent first and recorded after."""

from datetime import datetime
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from msgspec import Struct

from shopops.alarms.config import AlarmConfig
from shopops.alarms.models import AlarmItem, MailState, RingMail
from shopops.alarms.ringing.content import (
    Content,
    Subject,
    entry_of,
    quiet_words,
    shops_page,
    until_words,
)
from shopops.alarms.ringing.mails import KIND
from shopops.alarms.ringing.rendering import message_of, reply_address_to, report_address_of
from shopops.alarms.ringing.steps import steps_behind
from shopops.alarms.ringing.whom import Contact
from shopops.alarms.ringing.words import moment, writing_in
from shopops.alarms.states import AlarmState
from shopops.mailing.message_ids import message_id
from shopops.mailing.outgoing import mail_server, own_domain
from shopops.mailing.transport import Outcome, Sent, Transport
from shopops.tenants.models import Tenant

NEXT_MAIL = "SELECT nextval('public.alarms_ringmail_id_seq')"
STATES = {
    Outcome.ACCEPTED: MailState.ACCEPTED,
    Outcome.REFUSED: MailState.FAILED,
    Outcome.UNKNOWN: MailState.UNKNOWN,
}


class HandOver(Struct, frozen=True, kw_only=True):
    """What the new holder is told. `giver`: the name of who hands over."""

    tenant: Tenant
    item: AlarmItem
    state: AlarmState
    contact: Contact
    giver: str
    until: datetime
    now: datetime
    config: AlarmConfig


class Letter(Struct, frozen=True, kw_only=True):
    """Its mail, not sent yet."""

    mail_id: int
    token: UUID
    contact: Contact
    sender: str
    message: bytes


def letter(over: HandOver) -> Letter:
    """In the tenant's scope, and nothing is stored."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT_MAIL)
        (mail_id,) = cursor.fetchone()
    token = uuid4()
    whose = (over.tenant.pk, over.contact.membership_id, mail_id)
    reply_to = reply_address_to(*whose)
    with writing_in(over.contact.language):
        message = message_of(
            _content(over, reply_to),
            recipient=over.contact.email,
            reply_to=reply_to,
            message_id=message_id(token, kind=KIND, domain=own_domain()),
            now=over.now,
        )
    return Letter(
        mail_id=mail_id,
        token=token,
        contact=over.contact,
        sender=report_address_of(*whose),
        message=message,
    )


def send(written: Letter) -> Sent:
    with Transport(mail_server()) as transport:
        return transport.send(
            written.message, sender=written.sender, recipient=written.contact.email
        )


def keep(tenant_id: int, written: Letter, sent: Sent, now: datetime) -> None:
    """So that an answer to it, and a report about it, find their mail."""
    RingMail.objects.create(
        pk=written.mail_id,
        tenant_id=tenant_id,
        token=written.token,
        membership_id=written.contact.membership_id,
        recipient=written.contact.email,
        message=written.message,
        state=STATES[sent.outcome],
        tries=1,
        reply=sent.reply,
        created_at=now,
        ready_at=now,
        closed_at=now,
    )


def _content(over: HandOver, reply_to: str) -> Content:
    item, until = over.item, moment(over.until, over.config)
    coming = _("It is yours until {until}, and rings you then.").format(until=until)
    lead = _("{giver} hands this item of {shop} over to you.")
    subject = Subject(
        code=item.code,
        obligation=item.obligation,
        order_number=item.order_number,
        cause=item.cause,
        amount_minor=item.amount_minor,
        currency=item.currency,
    )
    step = steps_behind(over.tenant.pk, {item.pk: item.obligation}).get(item.pk)
    entry = entry_of(
        subject,
        state=over.state,
        coming=coming,
        reply_to=reply_to,
        now=over.now,
        step=step() if step else None,
        site=settings.SHOPOPS_SITE_URL,
    )
    return Content(
        name=over.contact.name,
        shop=over.tenant.name,
        lead=lead.format(giver=over.giver, shop=over.tenant.name),
        entries=[entry],
        quiet_for=quiet_words(over.config),
        until=until_words([item.obligation]),
        notes=[],
        page=shops_page(settings.SHOPOPS_SITE_URL, over.tenant.slug),
    )
