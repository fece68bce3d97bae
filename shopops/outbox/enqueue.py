"""Writing down what a decision wants done, in the transaction of the decision."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from shopops.agents.proposal import ActionKind
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.models import State as Connected
from shopops.connectors.models import RecordType, SourceRecord
from shopops.connectors.ports import EffectKind
from shopops.connectors.shops import serving
from shopops.outbox.keys import effect_key
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.proposals.models import Action, Proposal

KINDS = {
    ActionKind.PROPOSE_REFUND: EffectKind.REFUND,
    ActionKind.PROPOSE_RESHIP: EffectKind.RESHIP,
    ActionKind.PROPOSE_STORE_CREDIT: EffectKind.CREDIT,
    ActionKind.DRAFT_EMAIL: EffectKind.MAIL,
}


def enqueue(
    *,
    tenant_id: int,
    proposal: Proposal,
    actions: Sequence[Action],
    round_: int,
    event_id: UUID,
    not_before: datetime,
) -> None:
    """One effect for each action that has one; a mail goes after what it tells of."""
    connection = connection_of(tenant_id, proposal.order_id)
    runs = connection is not None and connection.carries_out != CarriesOut.NOTHING

    def effect(action: Action, kind: EffectKind, after: Sequence[int]) -> Effect:
        money = kind in (EffectKind.REFUND, EffectKind.CREDIT)
        return Effect(
            tenant_id=tenant_id,
            key=effect_key(tenant_id, bytes(proposal.digest), round_, action.index, kind),
            kind=kind,
            order_id=proposal.order_id,
            order_number=proposal.order_number,
            proposal=proposal,
            action=action,
            round=round_,
            event_id=event_id,
            amount_minor=action.amount_minor if money else None,
            currency=action.currency if money else "",
            transaction_id=action.body.get("transaction_id") or "" if money else "",
            after=list(after),
            not_before=not_before,
            connection=connection,
            next_at=not_before if runs else None,
        )

    wanted = [(action, KINDS[kind]) for action in actions if (kind := _kind(action)) in KINDS]
    first = [one for one in wanted if one[1] is not EffectKind.MAIL]
    made = Effect.objects.bulk_create([effect(action, kind, ()) for action, kind in first])
    told = [one.pk for one in made]
    mails = [one for one in wanted if one[1] is EffectKind.MAIL]
    Effect.objects.bulk_create([effect(action, kind, told) for action, kind in mails])


def let_go(*, tenant_id: int, proposal: Proposal, round_: int, now: datetime) -> int:
    """The decision was taken back: what is held of it never happens. How many they were."""
    return (
        Effect.objects.of(tenant_id)
        .filter(proposal=proposal, round=round_, state=State.HELD)
        .update(state=State.LET_GO, next_at=None, ended_at=now)
    )


def connection_of(tenant_id: int, order_id: str) -> Connection | None:
    """The connected shop that this order came from."""
    source = (
        SourceRecord.objects.filter(
            tenant_id=tenant_id, record_type=RecordType.ORDER, external_id=order_id
        )
        .values_list("source", flat=True)
        .first()
    )
    return (
        Connection.objects.of(tenant_id)
        .filter(connector__in=serving(source or ""), state=Connected.ACTIVE)
        .first()
    )


def _kind(action: Action) -> ActionKind:
    return ActionKind(action.kind)
