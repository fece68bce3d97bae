"""Reading the ledger inside a tenant's scope."""

import json
from typing import Any

from django.db import connection

from shopops.ledger.event import Entry
from shopops.ledger.kinds import ActorType, EventKind

TIMELINE = """
    SELECT event.event_id, event.kind, event.actor_type, event.occurred_at, event.recorded_at,
           event.body, link.seq, link.leaf_hash
    FROM public.ledger_event event
    LEFT JOIN public.ledger_link link USING (tenant_id, event_id)
    WHERE event.tenant_id = %s AND event.order_id = %s
    ORDER BY link.seq NULLS LAST, event.id
"""


def timeline(tenant_id: int, order_id: str) -> list[Entry]:
    """What the ledger says about one order, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(TIMELINE, [tenant_id, order_id])
        return [entry_of(row) for row in cursor.fetchall()]


def entry_of(row: tuple[Any, ...]) -> Entry:
    event_id, kind, actor, occurred_at, recorded_at, body, seq, leaf_hash = row
    return Entry(
        event_id=event_id,
        kind=EventKind(kind),
        actor=ActorType(actor),
        occurred_at=occurred_at,
        recorded_at=recorded_at,
        body=json.loads(body),
        seq=seq,
        leaf_hash=leaf_hash,
    )
