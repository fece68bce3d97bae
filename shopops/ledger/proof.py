"""A few entries with the very lines that were hashed for them, so that each can be proved alone."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from shopops.ledger.line import GENESIS, EventRow, leaf_of, line_of
from shopops.ledger.stream import EVENTS

PLACES = """
    SELECT link.event_id::text, link.seq, link.leaf_hash, before.leaf_hash
    FROM public.ledger_link link
    LEFT JOIN public.ledger_link before
        ON before.tenant_id = link.tenant_id AND before.seq = link.seq - 1
    WHERE link.tenant_id = %s AND link.event_id = ANY (%s)
"""
OF_IDS = f"{EVENTS} AND event_id = ANY (%s)"


@dataclass(frozen=True, slots=True)
class Proof:
    """SHA-256(0x00 ‖ `line`) is `leaf`, or `fits` is False: the row is not what was hashed."""

    seq: int
    leaf: str
    line: str
    fits: bool


def proofs_of(tenant_id: int, event_ids: Collection[UUID]) -> dict[UUID, Proof]:
    """By event id, in two statements; an entry that is not committed yet is left out."""
    with connection.cursor() as cursor:
        cursor.execute(PLACES, [tenant_id, list(event_ids)])
        places = {event_id: place for event_id, *place in cursor.fetchall()}
        cursor.execute(OF_IDS, [tenant_id, list(event_ids)])
        events = [EventRow._make(row) for row in cursor.fetchall()]
    return {
        UUID(event.event_id): _proof(tenant_id, event, *places[event.event_id])
        for event in events
        if event.event_id in places
    }


def _proof(tenant_id: int, event: EventRow, seq: int, leaf: bytes, before: bytes | None) -> Proof:
    line = line_of(event, tenant_id=tenant_id, seq=seq, prev=bytes(before or GENESIS))
    return Proof(seq, bytes(leaf).hex(), line.decode(), leaf_of(line) == bytes(leaf))
