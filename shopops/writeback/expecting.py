"""What the ledger would have an order's record say."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from shopops.connections.models import CarriesOut, Connection
from shopops.connectors.ports import EffectKind
from shopops.execution.notes import confirmer_in, names_of, note_of
from shopops.ledger import Entry, EventKind, timeline
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.writeback.comparing import Wanted

ON_ITS_WAY = timedelta(hours=1)  # that long a note may take before it counts as missing
TRIED = frozenset({State.SUCCEEDED, State.FAILED})


def wanted_of(tenant_id: int, order_id: str, connection: Connection, now: datetime) -> list[Wanted]:
    """In the tenant's scope."""
    story = timeline(tenant_id, order_id)
    telling = [one for one in story if confirmer_in(one) is not None]
    names, gone = names_of(tenant_id, telling), taken_back(story)
    effects = _effects(tenant_id, order_id)
    notes = [(one, note_of(one, story, names)) for one in telling if one.event_id not in gone]
    return [
        Wanted(
            note=note,
            event_id=entry.event_id,
            is_due=_is_due(entry, effects.get(entry.event_id), connection, now),
        )
        for entry, note in notes
        if note is not None
    ]


def taken_back(story: Sequence[Entry]) -> Collection[UUID]:
    """Decisions that were undone in time: nothing is to be said of them."""
    undone = (one.body.get("undoes") for one in story if one.kind is EventKind.DECISION)
    return {UUID(one) for one in undone if isinstance(one, str)}


def _effects(tenant_id: int, order_id: str) -> Mapping[UUID, Effect]:
    """The newest of each event's: a note that was taken away may be written again."""
    rows = Effect.objects.of(tenant_id).filter(order_id=order_id, kind=EffectKind.NOTE)
    return {one.event_id: one for one in rows.order_by("pk")}


def _is_due(entry: Entry, effect: Effect | None, connection: Connection, now: datetime) -> bool:
    """What was tried is due whatever the connection carries out by now; what nobody ever wrote down
    is due as well, where notes were carried out when it happened. What a person has settled, on the
    ledger with a reason, is theirs."""
    if effect is not None and effect.settled_by_id is not None:
        return False
    if effect is not None and effect.state in TRIED:
        return True
    since = connection.carries_out_since
    if connection.carries_out == CarriesOut.NOTHING or since is None:
        return False
    began = max(entry.recorded_at, effect.not_before) if effect else entry.recorded_at
    return entry.recorded_at >= since and now - began > ON_ITS_WAY
