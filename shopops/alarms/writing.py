"""The only writer of alarm rows, but for the ring's own database function.

Under the items' locks: fold the ledger, check, use up a handle, append, keep the projection. A
batch costs as many statements as one event does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from shopops import ledger
from shopops.alarms import handles, numbers, projection
from shopops.alarms.asked import Asked, NotWritten, Outcome, Written
from shopops.alarms.bodies import row_just_written
from shopops.alarms.check import check, usual_end
from shopops.alarms.config import AlarmConfig
from shopops.alarms.events import Draft, event_of, key_of, note_of
from shopops.alarms.fold import apply, view
from shopops.alarms.holding import Held, hold
from shopops.alarms.models import AlarmHandle, AlarmNote
from shopops.alarms.reasons import refused
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.ledger import EventKind, NewEvent
from shopops.outbox.notes import Told, enqueue_notes


def write(tenant_id: int, asked: Sequence[Asked]) -> list[Outcome]:
    """Append what the items' states allow, in the tenant's scope; answers in the order asked.

    At most one event per item: a second would be checked against a state that is over.
    """
    if not asked:
        return []
    held = hold(tenant_id, [one.item_id for one in asked])
    config, now = numbers.current_and_now(tenant_id)
    drafts: list[Draft] = []
    outcomes: dict[int, Outcome] = {}
    for wanted in asked:
        at = held[wanted.item_id]
        state = view(at.story, now=now, config=config)
        one = _as_allowed(wanted, state)
        refusal = _refusal(one, at, state, now, config)
        if refusal is None:
            drafts.append(_draft(one, at, state, now, config))
        else:
            outcomes[one.item_id] = _not_written(one, at, refusal)
    for written in _append(tenant_id, drafts, held, now, config):
        outcomes[written.item_id] = written
    return [outcomes[one.item_id] for one in asked]


def _as_allowed(one: Asked, state: AlarmState) -> Asked:
    if one.or_withdraw and state.status is AlarmStatus.DUE_NEW:
        return replace(one, kind=EventKind.WITHDRAWN)
    return one


def _refusal(
    one: Asked, held: Held, state: AlarmState, now: datetime, config: AlarmConfig
) -> Refused | None:
    if one.or_withdraw and not state.is_open:
        return Refused(RefusalCode.RESOLVED_BEFORE)
    if one.handle is not None:
        # Read again under the item's lock: of two appends of one handle the second finds it used.
        one.handle.refresh_from_db(fields=("used_at",))
        code = handles.check(one.handle, skill=one.asker.skill, kind=one.kind, now=now)
        if code is not None:
            return Refused(code)
    code = check(
        state,
        one.kind,
        now=now,
        config=config,
        confirmer=key_of(one.confirmer),
        until=one.until,
        holder=one.holder,
        evidence=one.evidence,
        observed_at=one.observed_at,
        waits=one.waits,
        key_version=held.item.key_version,
        episode=one.episode,
    )
    if code is None:
        return None
    return refused(
        code, tenant_id=held.item.tenant_id, kind=one.kind, state=state, now=now, config=config
    )


def _not_written(one: Asked, held: Held, refusal: Refused) -> NotWritten:
    return NotWritten(item_id=one.item_id, code=held.item.code, kind=one.kind, refusal=refusal)


def _draft(one: Asked, held: Held, state: AlarmState, now: datetime, config: AlarmConfig) -> Draft:
    until = one.until
    if until is None and one.kind is EventKind.ACKNOWLEDGED:
        until = usual_end(now=now, config=config)
    handle = one.handle or _new_handle(one, held, now)
    return Draft(asked=one, item=held.item, state=state, until=until, handle=handle)


def _new_handle(one: Asked, held: Held, now: datetime) -> AlarmHandle:
    lifetime = now + handles.LIFETIME
    minted = handles.new(
        held.item, kind=one.kind, skill=one.asker.skill, now=now, expires_at=lifetime
    )
    return minted.handle


def _append(
    tenant_id: int,
    drafts: Sequence[Draft],
    held: Mapping[int, Held],
    now: datetime,
    config: AlarmConfig,
) -> list[Written]:
    AlarmHandle.objects.bulk_create([draft.handle for draft in drafts if draft.handle.pk is None])
    notes = [note_of(draft) for draft in drafts]
    events = [event_of(draft, note, now) for draft, note in zip(drafts, notes, strict=True)]
    appended = ledger.append(tenant_id, events)
    AlarmNote.objects.bulk_create([note for note in notes if note is not None])
    told, written = [], []
    for draft, event, row in zip(drafts, events, appended, strict=True):
        item = draft.item
        story = apply(held[item.pk].story, row_just_written(event, row.recorded_at))
        told.append(projection.Told(item.pk, story, event.event_id))
        written.append(
            Written(
                item_id=item.pk,
                item_key=bytes(item.item_key),
                code=item.code,
                kind=event.kind,
                event_id=event.event_id,
                recorded_at=row.recorded_at,
                state=view(story, now=row.recorded_at, config=config),
            )
        )
    projection.write(tenant_id, told, config)
    enqueue_notes(tenant_id=tenant_id, told=_to_note(drafts, events, now))
    return written


def _to_note(drafts: Sequence[Draft], events: Sequence[NewEvent], now: datetime) -> list[Told]:
    """What goes onto the shop's own record: who took note, where that was made sure of."""
    return [
        Told(
            event_id=event.event_id,
            order_id=draft.item.order_id,
            order_number=draft.item.order_number,
            not_before=now,
        )
        for draft, event in zip(drafts, events, strict=True)
        if event.confirmer_key is not None and "verified_by" in event.body
    ]
