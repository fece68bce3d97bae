"""Notes for the shop's own record, written down with what they tell of.

What a note says is composed later, from the ledger alone, once the event has its place there.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from shopops.connections.models import CarriesOut, Connection
from shopops.connectors.ports import EffectKind
from shopops.outbox.enqueue import homes_of
from shopops.outbox.keys import effect_key
from shopops.outbox.models import Effect
from shopops.proposals.models import Proposal


class Told(Struct, frozen=True, kw_only=True):
    """What somebody confirmed or decided. `proposal` and `round_`: of the decision, whose undo lets
    the note go; `not_before`: the end of the time in which that is possible."""

    event_id: UUID
    order_id: str
    order_number: str
    not_before: datetime
    proposal: Proposal | None = None
    round_: int = 1


def enqueue_notes(*, tenant_id: int, told: Sequence[Told]) -> None:
    """One note for each event, however often it is told. In the scope that writes the events; a
    batch costs as many statements as one."""
    about = [one for one in told if one.order_id]
    if not about:
        return
    connections = homes_of(tenant_id, [one.order_id for one in about])
    Effect.objects.bulk_create(
        [_effect(tenant_id, one, connections.get(one.order_id)) for one in about],
        ignore_conflicts=True,
    )


def note_key(tenant_id: int, event_id: UUID) -> bytes:
    return effect_key(tenant_id, "note", event_id.hex)


def again_key(tenant_id: int, event_id: UUID, before: int) -> bytes:
    """Of the same note once more, after so many were written and taken away."""
    return effect_key(tenant_id, "note again", event_id.hex, before)


def _effect(tenant_id: int, told: Told, connection: Connection | None) -> Effect:
    runs = connection is not None and connection.carries_out != CarriesOut.NOTHING
    return Effect(
        tenant_id=tenant_id,
        key=note_key(tenant_id, told.event_id),
        kind=EffectKind.NOTE,
        order_id=told.order_id,
        order_number=told.order_number or told.order_id,
        proposal=told.proposal,
        round=told.round_,
        event_id=told.event_id,
        not_before=told.not_before,
        connection=connection,
        next_at=told.not_before if runs else None,
    )
