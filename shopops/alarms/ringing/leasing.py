"""Takes mails in hand, up to a hundred at a time: new ones for what is due, and old ones again."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from msgspec import Struct

from shopops.alarms import numbers
from shopops.alarms.config import AlarmConfig
from shopops.alarms.ringing.again import again, take_ready
from shopops.alarms.ringing.due import Due, take_due
from shopops.alarms.ringing.mails import Outgoing, Written, write_mail
from shopops.alarms.ringing.nobody import hold, release
from shopops.alarms.ringing.notes import pending_notes, told
from shopops.alarms.ringing.plan import MOST_IN_A_MAIL, plan
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.ringing.steps import steps_behind
from shopops.alarms.ringing.storing import store
from shopops.alarms.schedule import is_held
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

logger = logging.getLogger(__name__)
BATCH = 100
LEASE = timedelta(minutes=5)  # then whoever took mails in hand is presumed dead


class Leased(Struct, frozen=True, kw_only=True):
    """Mails that are this worker's until the lease ends, taken in hand `at` that time by these
    settings; `more`: there may be others."""

    tenant_id: int
    lease: UUID
    at: datetime
    config: AlarmConfig
    mails: list[Outgoing]
    more: bool


def lease_due(
    tenant: Tenant, *, lease_for: timedelta = LEASE, most_in_a_mail: int = MOST_IN_A_MAIL
) -> Leased:
    """Mails for what is due and in nobody's hand."""
    lease = uuid4()
    with tenant_scope(tenant.pk):
        config, now = numbers.current_and_now(tenant.pk)
        release(tenant.pk)
        found = [] if is_held(now, config) else take_due(tenant.pk, BATCH)
        mails = _mails_for(tenant, found, config, most_in_a_mail)
        if mails:
            store(tenant.pk, mails, lease=lease, lease_for=lease_for)
            told(tenant.pk, mails)
    return Leased(
        tenant_id=tenant.pk,
        lease=lease,
        at=now,
        config=config,
        mails=[mail.outgoing for mail in mails],
        more=len(found) == BATCH,
    )


def _mails_for(
    tenant: Tenant, found: Sequence[Due], config: AlarmConfig, most: int
) -> list[Written]:
    if not found:
        return []
    plans, nobody = plan(found, contacts(tenant.pk), config, most=most)
    if nobody:
        hold(tenant.pk, nobody)
    notes = pending_notes(tenant.pk, {one.contact.membership_id for one in plans})
    obligations = {due.known.item_id: due.known.subject.obligation for due in found}
    steps = steps_behind(tenant.pk, obligations)
    mails = []
    for one in plans:
        # a person's first mail takes all the notes
        told_too = notes.pop(one.contact.membership_id, [])
        try:
            mail = write_mail(one, tenant=tenant, config=config, notes=told_too, steps=steps)
            mails.append(mail)
        except ValueError:  # what can't be put into a mail must be seen, and stop no other mail
            logger.exception("no mail can be written for %s of %s", one.contact.email, tenant)
            hold(tenant.pk, one.items)
    return mails


def lease_again(tenant: Tenant, *, lease_for: timedelta = LEASE) -> Leased:
    """Mails that were not accepted and are to be tried again, or whose worker is gone."""
    lease = uuid4()
    with tenant_scope(tenant.pk):
        config, now = numbers.current_and_now(tenant.pk)
        taken = (
            []
            if is_held(now, config)
            else take_ready(tenant.pk, lease=lease, lease_for=lease_for, limit=BATCH)
        )
        mails = again(tenant.pk, taken, config)
    return Leased(
        tenant_id=tenant.pk,
        lease=lease,
        at=now,
        config=config,
        mails=mails,
        more=len(taken) == BATCH,
    )
