"""The mail of a plan: its words, its bytes, and what is recorded once it is accepted."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.template.loader import get_template
from msgspec import Struct

from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import view
from shopops.alarms.ringing.after import after_ring, rung
from shopops.alarms.ringing.content import (
    Content,
    Entry,
    entry_of,
    lead_of_ring,
    quiet_words,
    shops_page,
)
from shopops.alarms.ringing.due import Due
from shopops.alarms.ringing.plan import Plan
from shopops.alarms.ringing.whom import Contact
from shopops.mailing.message_ids import message_id
from shopops.mailing.mime import Mail, compose
from shopops.mailing.outgoing import SENDER_NAME, own_domain, reply_address_for, sender_address
from shopops.mailing.reply_address import ReplyTag
from shopops.tenants.models import Tenant

KIND = "ring"


class Outgoing(Struct, frozen=True, kw_only=True):
    """A mail as it is sent. `sender` is where reports about it go; `after` as after.py has it."""

    mail_id: int
    recipient: str
    sender: str
    message: bytes
    tries: int
    after: list[dict[str, Any]]


class Written(Struct, frozen=True, kw_only=True):
    """A new mail, not stored yet."""

    plan: Plan
    token: UUID
    outgoing: Outgoing
    notes: list[str]

    @property
    def message_id(self) -> str:
        return message_id(self.token, kind=KIND, domain=own_domain())


def write_mail(plan: Plan, *, tenant: Tenant, config: AlarmConfig, notes: list[str]) -> Written:
    contact, now, token = plan.contact, plan.items[0].now, uuid4()
    reply_to = reply_address_to(tenant.pk, contact.membership_id, plan.mail_id)
    content = Content(
        name=contact.name,
        shop=tenant.name,
        lead=lead_of_ring(tenant.name, len(plan.items)),
        entries=[_entry(due, contact, reply_to, config) for due in plan.items],
        quiet_for=quiet_words(config),
        notes=notes,
        page=shops_page(settings.SHOPOPS_SITE_URL, tenant.slug),
    )
    return Written(
        plan=plan,
        token=token,
        notes=notes,
        outgoing=Outgoing(
            mail_id=plan.mail_id,
            recipient=contact.email,
            sender=reply_to,
            message=_message(content, contact, reply_to, token, now),
            tries=0,
            after=[
                after_ring(due.known, told=contact.key, now=now, config=config)
                for due in plan.items
            ],
        ),
    )


def reply_address_to(tenant_id: int, membership_id: int, mail_id: int) -> str:
    return reply_address_for(
        ReplyTag(tenant_id=tenant_id, membership_id=membership_id, mail_id=mail_id)
    )


def _entry(due: Due, contact: Contact, reply_to: str, config: AlarmConfig) -> Entry:
    story = due.known.story
    return entry_of(
        due.known.subject,
        before=view(story, now=due.now, config=config),
        after=view(rung(story, told=contact.key, now=due.now), now=due.now, config=config),
        reply_to=reply_to,
        now=due.now,
        config=config,
    )


def _message(
    content: Content, contact: Contact, reply_to: str, token: UUID, now: datetime
) -> bytes:
    filled = {"content": content}
    return compose(
        Mail(
            sender=sender_address(),
            sender_name=SENDER_NAME,
            recipient=contact.email,
            recipient_name=contact.name,
            reply_to=reply_to,
            subject=content.subject,
            date=now,
            message_id=message_id(token, kind=KIND, domain=own_domain()),
            text=get_template("mail/alarm.txt").render(filled),
            html=get_template("mail/alarm.html").render(filled),
        )
    )
