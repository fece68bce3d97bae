"""An item is handed to somebody: first the mail that tells them, then the ledger's row."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import NoReturn

from shopops.alarms import numbers
from shopops.alarms.answers import hand_off
from shopops.alarms.asked import Asker, NotWritten, Outcome, Skill, Written
from shopops.alarms.check import check
from shopops.alarms.clock import database_now
from shopops.alarms.events import key_of
from shopops.alarms.fold import view
from shopops.alarms.holding import look
from shopops.alarms.models import AlarmHandle, AlarmItem, RingItem, RingState
from shopops.alarms.reasons import refused
from shopops.alarms.refusal_log import Attempt, in_scope
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.ringing.letter import HandOver, Letter, keep, letter, send
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.ringing.whom import Contact
from shopops.ledger import ActorType, EventKind
from shopops.mailing.transport import Outcome as SendOutcome
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


def hand_over(
    *, by: Membership, item_id: int, holder: Membership, until: datetime, note: str = ""
) -> Written:
    """Tell the new holder by mail, and hand the item off once the mail server has the mail.

    Raises `Refused`: as `hand_off`; `holder_unknown` for somebody who is not on the roster; and
    `holder_not_told` when the mail was not taken. Outside of any transaction.
    """
    tenant_id = by.tenant_id
    asker = Asker(skill=Skill.BROWSER, actor=ActorType.HUMAN, member=by)
    attempt = Attempt(asker=asker, kind=EventKind.HANDED_OFF, item_id=item_id)
    written = in_scope(tenant_id, attempt, lambda: letter(_over(by, item_id, holder, until)))
    sent = send(written)
    with tenant_scope(tenant_id):
        keep(tenant_id, written, sent, database_now())
    if sent.outcome is not SendOutcome.ACCEPTED:
        in_scope(tenant_id, attempt, partial(_not_told, holder))
    return hand_off(
        by=by,
        item_id=item_id,
        holder=holder,
        until=until,
        note=note,
        then=partial(_link, tenant_id, written),
    )


def _over(by: Membership, item_id: int, holder: Membership, until: datetime) -> HandOver:
    """Nobody is written to about what would be refused afterwards."""
    item = AlarmItem.objects.of(by.tenant_id).get(pk=item_id)
    config, now = numbers.current(by.tenant_id), database_now()
    kind = EventKind.HANDED_OFF
    state = view(look(by.tenant_id, [item])[item_id].story, now=now, config=config)
    code = check(state, kind, now=now, config=config, holder=key_of(holder), until=until)
    if code is not None:
        raise refused(code, tenant_id=by.tenant_id, kind=kind, state=state, now=now, config=config)
    return HandOver(
        tenant=by.tenant,
        item=item,
        state=state,
        contact=_contact(by.tenant_id, holder),
        giver=by.display_name,
        until=until,
        now=now,
        config=config,
    )


def _link(tenant_id: int, written: Letter, outcomes: Sequence[Outcome]) -> None:
    """The mail told its reader of the item as a ring does: a report that it came back, and an
    answer to it, find the item. In the transaction of the hand-off, under the item's lock.

    Raises `Refused` when the new holder left the roster while the mail was on its way."""
    told = (written.contact.membership_id, written.contact.email)
    is_here = told in {(one.membership_id, one.email) for one in contacts(tenant_id)}
    for outcome in outcomes:
        if isinstance(outcome, NotWritten):
            continue
        if not is_here:
            raise Refused(RefusalCode.HOLDER_UNKNOWN)
        handles = AlarmHandle.objects.of(tenant_id).filter(item_id=outcome.item_id)
        RingItem.objects.create(
            tenant_id=tenant_id,
            mail_id=written.mail_id,
            item_id=outcome.item_id,
            handle=bytes(handles.filter(kind=outcome.kind).latest("pk").sha256),
            event_id=outcome.event_id,
            episode=outcome.state.episode,
            releases=outcome.state.releases,
            state=RingState.RAISED,
        )


def _contact(tenant_id: int, holder: Membership) -> Contact:
    for contact in contacts(tenant_id):
        if contact.membership_id == holder.pk:
            return contact
    raise Refused(RefusalCode.HOLDER_UNKNOWN)


def _not_told(holder: Membership) -> NoReturn:
    raise Refused(RefusalCode.HOLDER_NOT_TOLD, holder=holder.display_name)
