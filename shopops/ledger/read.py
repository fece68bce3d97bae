"""Reading the ledger inside a tenant's scope."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from django.db import connection

from shopops.ledger.event import Entry
from shopops.ledger.kinds import ActorType, EventKind

SELECTED = """
    SELECT event.event_id, event.kind, event.actor_type, event.occurred_at, event.recorded_at,
           event.body, link.seq, link.leaf_hash, event.item_key, event.key_version,
           event.confirmer_name_hash, event.confirmer_key, event.id
"""
ENTRIES = f"""{SELECTED}
    FROM public.ledger_event event
    LEFT JOIN public.ledger_link link USING (tenant_id, event_id)
"""
TIMELINE = f"""{ENTRIES}
    WHERE event.tenant_id = %s AND event.order_id = %s
    ORDER BY link.seq NULLS LAST, event.id
"""
EXECUTED = """
    SELECT event.order_id, max(link.seq)
    FROM public.ledger_event event
    JOIN public.ledger_link link USING (tenant_id, event_id)
    WHERE event.order_id = ANY (%s) AND event.tenant_id = %s AND event.kind = 'execution'
        AND event.body::jsonb ->> 'does' = %s AND event.body::jsonb ->> 'state' = 'succeeded'
    GROUP BY event.order_id
"""
BODY_AT = """
    SELECT event.body FROM public.ledger_link link
    JOIN public.ledger_event event USING (tenant_id, event_id)
    WHERE link.tenant_id = %s AND link.seq = %s
"""
OF_ITEMS = f"""{ENTRIES}
    WHERE event.tenant_id = %s AND event.item_key = ANY (%s::bytea[])
    ORDER BY link.seq NULLS LAST, event.id
"""
BY_ITEM = f"""{ENTRIES}
    WHERE event.tenant_id = %s AND event.item_key IS NOT NULL
    ORDER BY event.item_key, link.seq NULLS LAST, event.id
"""


def timeline(tenant_id: int, order_id: str) -> list[Entry]:
    """What the ledger says about one order, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(TIMELINE, [tenant_id, order_id])
        return [entry_of(row) for row in cursor.fetchall()]


def newest_executed(tenant_id: int, order_ids: Collection[str], *, does: str) -> dict[str, int]:
    """By order: the number of the newest entry which tells that this was done."""
    with connection.cursor() as cursor:
        cursor.execute(EXECUTED, [list(order_ids), tenant_id, does])
        return dict(cursor.fetchall())


def body_at(tenant_id: int, seq: int) -> dict[str, Any] | None:
    """Of the entry of that number."""
    with connection.cursor() as cursor:
        cursor.execute(BODY_AT, [tenant_id, seq])
        row = cursor.fetchone()
    return json.loads(row[0]) if row else None


def entries_of_items(tenant_id: int, item_keys: Collection[bytes]) -> dict[bytes, list[Entry]]:
    """What it says about these items, oldest first; what this transaction wrote comes last."""
    found: dict[bytes, list[Entry]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(OF_ITEMS, [tenant_id, list(item_keys)])
        for row in cursor.fetchall():
            entry = entry_of(row)
            if entry.item_key is not None:
                found[entry.item_key].append(entry)
    return found


def every_item(tenant_id: int) -> Iterator[tuple[bytes, list[Entry]]]:
    """Each item's entries, items in the order of their keys, in the memory of one item."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(BY_ITEM, [tenant_id])
        entries = (entry_of(row) for row in cursor)
        for key, group in groupby(entries, key=lambda entry: entry.item_key or b""):
            yield key, list(group)


def entry_of(row: tuple[Any, ...]) -> Entry:
    """From the columns that are SELECTED."""
    event_id, kind, actor, occurred_at, recorded_at, body, seq, leaf_hash, *item = row
    item_key, key_version, confirmer_name_hash, confirmer_key, _ = item
    return Entry(
        event_id=event_id,
        kind=EventKind(kind),
        actor=ActorType(actor),
        occurred_at=occurred_at,
        recorded_at=recorded_at,
        body=json.loads(body),
        seq=seq,
        leaf_hash=leaf_hash,
        item_key=item_key,
        key_version=key_version,
        confirmer_name_hash=confirmer_name_hash,
        confirmer_key=confirmer_key,
    )
