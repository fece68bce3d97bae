"""Writing down what is to happen, in the transaction that decided it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from uuid import UUID

from shopops.agents.proposal import ActionKind
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.models import State as Connected
from shopops.connectors.models import RecordType, SourceRecord
from shopops.connectors.ports import EffectKind
from shopops.connectors.shops import CONNECTORS
from shopops.outbox.keys import effect_key
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.proposals.events import verdict_event_id
from shopops.proposals.models import Action, ExecutionStatus, Proposal

KINDS = {
    ActionKind.PROPOSE_REFUND: EffectKind.REFUND,
    ActionKind.PROPOSE_RESHIP: EffectKind.RESHIP,
    ActionKind.PROPOSE_STORE_CREDIT: EffectKind.CREDIT,
    ActionKind.DRAFT_EMAIL: EffectKind.MAIL,
}
# Resumed, or connected again, it goes on with what waits. A removed one has no settings any more.
AT_HOME = frozenset({Connected.ACTIVE, Connected.PAUSED, Connected.UNINSTALLED})
Wanted = tuple[Proposal, Sequence[Action]]


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
    if not actions:
        return
    connection = home_of(tenant_id, proposal.order_id)
    effects = [
        _effect(proposal, action, kind, round_, event_id, not_before, connection)
        for action, kind in _with_kinds(actions)
    ]
    _write(effects)


def enqueue_permitted(*, tenant_id: int, permitted: Sequence[Wanted], now: datetime) -> None:
    """What needs no approval, where the shop that the order came from carries such out by now.

    A batch costs as many statements as one; none where nothing was permitted.
    """
    connections = _carrying_permitted(tenant_id, now) if permitted else {}
    if not connections:
        return
    sources = _sources(tenant_id, [proposal.order_id for proposal, _ in permitted])
    effects = [
        _effect(proposal, action, kind, proposal.round, verdict_event_id(proposal), now, shop)
        for proposal, actions in permitted
        if (shop := connections.get(sources.get(proposal.order_id, ""))) is not None
        for action, kind in _with_kinds(actions)
    ]
    if effects:
        held = Action.objects.of(tenant_id).filter(pk__in=[one.action_id for one in effects])
        held.update(execution_status=ExecutionStatus.HELD)
        _write(effects)


def let_go(*, tenant_id: int, proposal: Proposal, round_: int, now: datetime) -> int:
    """The decision was taken back: what is held of it never happens. How many they were."""
    return (
        Effect.objects.of(tenant_id)
        .filter(proposal=proposal, round=round_, state=State.HELD)
        .update(state=State.LET_GO, next_at=None, ended_at=now)
    )


def connection_of(tenant_id: int, order_id: str) -> Connection | None:
    """The connected shop that this order came from."""
    return connections_of(tenant_id, [order_id]).get(order_id)


def connections_of(tenant_id: int, order_ids: Sequence[str]) -> dict[str, Connection]:
    """By order; one whose shop is not connected is left out."""
    return _serving(tenant_id, order_ids, {Connected.ACTIVE})


def home_of(tenant_id: int, order_id: str) -> Connection | None:
    """Where what is decided on this order is to happen."""
    return homes_of(tenant_id, [order_id]).get(order_id)


def homes_of(tenant_id: int, order_ids: Sequence[str]) -> dict[str, Connection]:
    """By order: the connected shop that it came from, else the one that is paused. What is decided
    meanwhile waits for it, as what was decided before does."""
    return _serving(tenant_id, order_ids, AT_HOME)


def carries_permitted(tenant_id: int) -> bool:
    """Whether a connected shop carries out what needs no approval."""
    rows = Connection.objects.of(tenant_id).filter(state__in=AT_HOME)
    return rows.filter(carries_out=CarriesOut.PERMITTED).exists()


def _serving(
    tenant_id: int, order_ids: Sequence[str], states: Collection[Connected]
) -> dict[str, Connection]:
    serving = _by_source(Connection.objects.of(tenant_id).filter(state__in=states))
    sources = _sources(tenant_id, order_ids) if serving else {}
    return {order: serving[source] for order, source in sources.items() if source in serving}


def _carrying_permitted(tenant_id: int, now: datetime) -> dict[str, Connection]:
    """By the sources that they serve."""
    rows = Connection.objects.of(tenant_id).filter(
        state__in=AT_HOME, carries_out=CarriesOut.PERMITTED, carries_out_since__lte=now
    )
    return _by_source(rows)


def _by_source(rows: Iterable[Connection]) -> dict[str, Connection]:
    """Where several serve the same, one that works, and of those the oldest."""
    return {
        source: one
        for one in sorted(rows, key=lambda row: (row.state == Connected.ACTIVE, -row.pk))
        if one.connector in CONNECTORS
        for source in CONNECTORS[one.connector].sources
    }


def _sources(tenant_id: int, order_ids: Sequence[str]) -> dict[str, str]:
    records = SourceRecord.objects.filter(
        tenant_id=tenant_id, record_type=RecordType.ORDER, external_id__in=order_ids
    )
    return dict(records.values_list("external_id", "source"))


def _with_kinds(actions: Sequence[Action]) -> Iterator[tuple[Action, EffectKind]]:
    for action in actions:
        kind = KINDS.get(ActionKind(action.kind))
        if kind is not None:
            yield action, kind


def _effect(
    proposal: Proposal,
    action: Action,
    kind: EffectKind,
    round_: int,
    event_id: UUID,
    not_before: datetime,
    connection: Connection | None,
) -> Effect:
    """Two revisions of an order may say the same, and each is decided for itself."""
    money = kind in (EffectKind.REFUND, EffectKind.CREDIT)
    runs = connection is not None and connection.carries_out != CarriesOut.NOTHING
    parts = (bytes(proposal.digest), proposal.revision, round_, action.index, kind)
    return Effect(
        tenant_id=proposal.tenant_id,
        key=effect_key(proposal.tenant_id, *parts),
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
        not_before=not_before,
        connection=connection,
        next_at=not_before if runs else None,
    )


def _write(effects: Sequence[Effect]) -> None:
    """A mail tells of what its proposal does besides, so it comes after that."""
    first = [one for one in effects if one.kind != EffectKind.MAIL]
    told: dict[int | None, list[int]] = {}
    for one in Effect.objects.bulk_create(first):
        told.setdefault(one.proposal_id, []).append(one.pk)
    mails = [one for one in effects if one.kind == EffectKind.MAIL]
    for mail in mails:
        mail.after = told.get(mail.proposal_id, [])
    Effect.objects.bulk_create(mails)
