"""The broker's seam: derive types an item's identity, append takes a handle and no identity.

Each call is a transaction of its own; refusals are raised as `Refused` when they are in the log.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import msgspec

from shopops.alarms import handles, numbers
from shopops.alarms.asked import Asked, Asker, Outcome, VerifiedBy, Written
from shopops.alarms.check import check_state
from shopops.alarms.clock import database_now
from shopops.alarms.confirming import NOBODY, Claim, confirmer_of
from shopops.alarms.fold import view
from shopops.alarms.given import GivenRecord, subject_of
from shopops.alarms.holding import look
from shopops.alarms.models import AlarmHandle, AlarmItem
from shopops.alarms.reasons import refused
from shopops.alarms.refusal_log import Attempt, in_scope, keep, written
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.states import AlarmStatus
from shopops.alarms.subjects import items_of
from shopops.alarms.writing import write
from shopops.ledger import EventKind
from shopops.ledger.kinds import ALARM_KINDS
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """`handle` can't be shown again. `item_key` in hex."""

    item_key: str
    code: str
    handle: str
    expires_at: datetime


def derive(
    *,
    tenant: Tenant,
    event_kind: EventKind,
    asker: Asker,
    record: GivenRecord,
    label: str | None = None,
) -> Derived:
    """A handle that appends one event of this kind to the record's item, once and soon.

    `label` is accepted and ignored. Raises `Refused`: an unknown record, or what the item's state
    does not allow, `not_due` with the next due time for a ring that comes too early.
    """
    del label
    attempt = Attempt(asker=asker, kind=event_kind, record=msgspec.to_builtins(record))

    def work() -> Derived:
        item = items_of(tenant.pk, tenant.slug, [subject_of(tenant.pk, record)])[0]
        if item.last_event is not None:  # one that was made here is gone when this is refused
            attempt.item_id = item.pk
        _refuse_by_state(item, event_kind)
        minted = handles.mint([item], kind=event_kind, skill=asker.skill, now=database_now())[0]
        return Derived(
            item_key=bytes(item.item_key).hex(),
            code=item.code,
            handle=minted.secret,
            expires_at=minted.handle.expires_at,
        )

    return in_scope(tenant.pk, attempt, work)


def item_of_handle(tenant_id: int, handle: str) -> int | None:
    """For the log, where an event was refused before its handle was looked at."""
    with tenant_scope(tenant_id):
        try:
            return handles.find(tenant_id, handle).item_id
        except Refused:
            return None


def append_event(
    *,
    tenant_id: int,
    handle: str,
    asker: Asker,
    kinds: Collection[EventKind] = ALARM_KINDS,
    confirmer: Claim = NOBODY,
    until: datetime | None = None,
    note: str = "",
) -> Written:
    """Append what the handle was given out for; it says which item that is. `kinds`: what the
    asker may append. A confirmer counts as verified by the asker's token."""

    attempt = Attempt(asker=asker)

    def work() -> Outcome:
        held = handles.find(tenant_id, handle)
        attempt.kind = kind = EventKind(held.kind)
        attempt.item_id = held.item_id
        if kind not in kinds:
            raise Refused(RefusalCode.SCOPE_MISSING)
        code = handles.check(held, skill=asker.skill, kind=None, now=database_now())
        if code is not None:
            raise Refused(code)
        person = confirmer_of(tenant_id, kind, confirmer)
        asked = Asked(
            item_id=held.item_id,
            kind=kind,
            asker=asker,
            handle=held,
            confirmer=person,
            until=until,
            evidence=_evidence(held, kind),
            note=note,
            says={"verified_by": str(VerifiedBy.TOKEN)} if person else {},
        )
        outcomes = write(tenant_id, [asked])
        keep(tenant_id, asker, outcomes)
        return outcomes[0]

    return written(in_scope(tenant_id, attempt, work))


def _evidence(held: AlarmHandle, kind: EventKind) -> bytes | None:
    """Callers have no evidence to show, so to observe what was withdrawn is news by itself. What
    was resolved is opened again by a raise, which says on purpose that the trouble is back."""
    if kind is not EventKind.OBSERVED:
        return None
    if held.item.status == AlarmStatus.NONE:
        return bytes(held.sha256)
    known = held.item.evidence_digest
    return None if known is None else bytes(known)


def _refuse_by_state(item: AlarmItem, kind: EventKind) -> None:
    """What is known before the answer's own fields are; the rest is checked under the lock."""
    config, now = numbers.current_and_now(item.tenant_id)
    state = view(look(item.tenant_id, [item])[item.pk].story, now=now, config=config)
    code = check_state(state, kind, now=now)
    if code is not None:
        raise refused(
            code, tenant_id=item.tenant_id, kind=kind, state=state, now=now, config=config
        )
