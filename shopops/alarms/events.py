"""From what was asked to the event that the ledger gets."""

from dataclasses import dataclass
from datetime import UTC, datetime

from shopops.alarms.asked import Asked
from shopops.alarms.bodies import moment
from shopops.alarms.handles import event_id_of
from shopops.alarms.models import AlarmHandle, AlarmItem, AlarmNote
from shopops.alarms.models.notes import new_salt
from shopops.alarms.states import AlarmState
from shopops.ledger import EventKind, Json, NewEvent
from shopops.ledger.kinds import KEY_VERSION
from shopops.tenants.models import Membership
from shopops.tenants.vault import name_sha256

ENDINGS = (EventKind.RESOLVED, EventKind.WITHDRAWN)
NO_LONGER_NEEDED = "no_longer_needed"  # why: newer evidence asks for nobody any more


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What may be written. `state` is the item's before it; `until` is always said where a row
    has an end."""

    asked: Asked
    item: AlarmItem
    state: AlarmState
    until: datetime | None
    handle: AlarmHandle


def event_of(draft: Draft, note: AlarmNote | None, now: datetime) -> NewEvent:
    asked, confirmer = draft.asked, draft.asked.confirmer
    return NewEvent(
        kind=asked.kind,
        actor=asked.asker.actor,
        occurred_at=now,
        body=_body(draft, note),
        event_id=event_id_of(draft.handle),
        item_key=bytes(draft.item.item_key),
        key_version=KEY_VERSION,
        handle=bytes(draft.handle.sha256),
        confirmer_name_hash=name_sha256(confirmer) if confirmer else None,
        confirmer_key=bytes(confirmer.identity_key) if confirmer else None,
    )


def note_of(draft: Draft) -> AlarmNote | None:
    """Free text is kept where it can be erased."""
    if not draft.asked.note:
        return None
    return AlarmNote(
        tenant_id=draft.item.tenant_id,
        event_id=event_id_of(draft.handle),
        text=draft.asked.note,
        salt=new_salt(),
    )


def _body(draft: Draft, note: AlarmNote | None) -> dict[str, Json]:
    """Members that have nothing to say are left out."""
    asked, asker = draft.asked, draft.asked.asker
    members: dict[str, Json] = {
        "by": key_of(asker.member),
        "token": asker.token_id,
        "until": _moment(draft.until),
        "holder": asked.holder,
        "told": asked.told,
        "evidence": _evidence(draft),
        "note_sha256": None if note is None else note.hashed(),
    }
    if asked.kind is EventKind.OBSERVED:
        members |= {"observed_at": _moment(asked.observed_at), "waits": asked.waits}
        members |= {"why": "hurried" if draft.state.is_open else None}
        members |= identity_of(draft.item)
    said = {name: value for name, value in members.items() if value is not None}
    return {"order": draft.item.order_id, "skill": asker.skill, **said, **asked.says}


def identity_of(item: AlarmItem) -> dict[str, Json]:
    """What the item's key was made of, so that the ledger alone can prove it."""
    made_at = item.authored_at
    return {
        "source": item.record_source,
        "record": item.record_kind,
        "ids": list(item.record_ids),
        "authored_on": None if made_at is None else made_at.astimezone(UTC).date().isoformat(),
        "obligation": item.obligation,
        "code": item.code,
    }


def _evidence(draft: Draft) -> str | None:
    """What an observation saw; an ending that names none was decided on the newest evidence."""
    digest = draft.asked.evidence
    if digest is None and draft.asked.kind in ENDINGS and draft.item.noted_evidence is not None:
        digest = bytes(draft.item.noted_evidence)
    return None if digest is None else digest.hex()


def key_of(member: Membership | None) -> str | None:
    """How the ledger names a person."""
    return None if member is None else bytes(member.identity_key).hex()


def _moment(at: datetime | None) -> str | None:
    return None if at is None else moment(at)
