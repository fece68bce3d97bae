"""What people confirmed and decided, for whoever writes it onto the shop's own records."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from shopops.ledger.event import Entry
from shopops.ledger.kinds import EventKind
from shopops.ledger.read import ENTRIES, entry_of

ONE = f"{ENTRIES} WHERE event.tenant_id = %s AND event.event_id = %s"
ORDERS = """
    SELECT DISTINCT event.order_id FROM public.ledger_event event
    WHERE event.tenant_id = %s AND event.order_id > %s AND event.kind = ANY (%s)
    ORDER BY event.order_id LIMIT %s
"""


def entry(tenant_id: int, event_id: UUID) -> Entry | None:
    """In the tenant's scope. Without `seq` and `leaf_hash` as long as it is not committed."""
    with connection.cursor() as cursor:
        cursor.execute(ONE, [tenant_id, event_id])
        row = cursor.fetchone()
    return entry_of(row) if row else None


def orders_told_of(
    tenant_id: int, kinds: Collection[EventKind], *, after: str, most: int
) -> list[str]:
    """Ids of orders that have events of these kinds, in the order of the ids, from `after` on."""
    with connection.cursor() as cursor:
        cursor.execute(ORDERS, [tenant_id, after, [str(kind) for kind in kinds], most])
        return [order_id for (order_id,) in cursor.fetchall()]
