"""What the ledger is told of an effect. No personal value; people are their identity keys."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from uuid import uuid4

from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.outbox.models import Effect, EffectNote
from shopops.outbox.states import State
from shopops.tenants.models import Membership

NOTHING: Mapping[str, Json] = {}


def event_of(
    effect: Effect,
    *,
    state: State,
    code: str,
    now: datetime,
    by: Membership | None = None,
    says: Mapping[str, Json] = NOTHING,
) -> NewEvent:
    """`state`: where it stands from now on. `by`: the person who did it."""
    proposal, action = effect.proposal, effect.action
    body: dict[str, Json] = {
        "order": effect.order_id,
        "effect": bytes(effect.key).hex(),
        "does": str(effect.kind),
        "state": str(state),
        "code": str(code) or None,
        "proposal": bytes(proposal.digest).hex() if proposal else None,
        "revision": proposal.revision if proposal else None,
        "round": effect.round,
        "action": action.index if action else None,
        "amount_minor": effect.amount_minor,
        "currency": effect.currency or None,
        "transaction": effect.transaction_id or None,
        "wanted_by": str(effect.event_id),
        "by": bytes(by.identity_key).hex() if by else None,
        **says,
    }
    return NewEvent(
        kind=EventKind.EXECUTION,
        actor=ActorType.HUMAN if by else ActorType.SYSTEM,
        occurred_at=now,
        event_id=uuid4(),
        body={name: value for name, value in body.items() if value is not None},
    )


def note_of(effect: Effect, event: NewEvent, reason: str, salt: bytes) -> EffectNote:
    """Why a person did it, where it can be erased."""
    return EffectNote(
        tenant_id=effect.tenant_id, effect=effect, event_id=event.event_id, text=reason, salt=salt
    )


def salted(salt: bytes, reason: str) -> str:
    return sha256(salt + reason.encode()).hexdigest()
