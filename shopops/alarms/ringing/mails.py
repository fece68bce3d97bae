"""The mail of a plan: its words, its bytes, and what is recorded once it is accepted."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from msgspec import Struct

from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import view
from shopops.alarms.ringing.after import after_story, rung
from shopops.alarms.ringing.content import (
    Content,
    Entry,
    entry_of,
    lead_of_ring,
    next_ring,
    quiet_words,
    shops_page,
    until_words,
)
from shopops.alarms.ringing.due import Due
from shopops.alarms.ringing.plan import Plan
from shopops.alarms.ringing.rendering import message_of, reply_address_to, report_address_of
from shopops.alarms.ringing.steps import Telling
from shopops.alarms.ringing.words import writing_in
from shopops.alarms.story import Story
from shopops.mailing.message_ids import message_id
from shopops.mailing.outgoing import own_domain
from shopops.tenants.models import Tenant

KIND = "ring"
NO_STEPS: Mapping[int, Telling] = {}


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
    message_id: str
    notes: list[str]
    outgoing: Outgoing


def write_mail(
    plan: Plan,
    *,
    tenant: Tenant,
    config: AlarmConfig,
    notes: list[str],
    steps: Mapping[int, Telling] = NO_STEPS,
) -> Written:
    """In the language of whoever is rung. `steps`: those behind its items, by item id."""
    with writing_in(plan.contact.language):
        return _written(plan, tenant, config, notes, steps)


def _written(
    plan: Plan,
    tenant: Tenant,
    config: AlarmConfig,
    notes: list[str],
    steps: Mapping[int, Telling],
) -> Written:
    contact, now, token = plan.contact, plan.items[0].now, uuid4()
    whose = (tenant.pk, contact.membership_id, plan.mail_id)
    reply_to = reply_address_to(*whose)
    name = message_id(token, kind=KIND, domain=own_domain())
    rings = [(due, rung(due.known.story, told=contact.key, now=now)) for due in plan.items]
    content = Content(
        name=contact.name,
        shop=tenant.name,
        lead=lead_of_ring(tenant.name, len(plan.items)),
        entries=[
            _entry(due, story, reply_to, config, steps.get(due.known.item_id))
            for due, story in rings
        ],
        quiet_for=quiet_words(config),
        until=until_words(due.known.subject.obligation for due in plan.items),
        notes=notes,
        page=shops_page(settings.SHOPOPS_SITE_URL, tenant.slug),
    )
    outgoing = Outgoing(
        mail_id=plan.mail_id,
        recipient=contact.email,
        sender=report_address_of(*whose),
        message=message_of(
            content, recipient=contact.email, reply_to=reply_to, message_id=name, now=now
        ),
        tries=0,
        after=[after_story(due.known, story, config) for due, story in rings],
    )
    return Written(plan=plan, token=token, message_id=name, notes=notes, outgoing=outgoing)


def _entry(
    due: Due, rung_story: Story, reply_to: str, config: AlarmConfig, step: Telling | None
) -> Entry:
    now = due.now
    before = view(due.known.story, now=now, config=config)
    after = view(rung_story, now=now, config=config)
    return entry_of(
        due.known.subject,
        state=before,
        coming=next_ring(before, after, config),
        reply_to=reply_to,
        now=now,
        step=step() if step else None,
        site=settings.SHOPOPS_SITE_URL,
    )
