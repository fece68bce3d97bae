"""Orders of the same customer placed close together, for a whole batch in one statement."""

from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Any

from django.db import connection

MOST_PER_ORDER = 50

_SQL = """
SELECT near.of_order, near.body::text
FROM connectors_sourcerecord AS placed
CROSS JOIN LATERAL (
    SELECT placed.external_id AS of_order, other.body
    FROM connectors_sourcerecord AS other
    WHERE other.tenant_id = placed.tenant_id
        AND other.record_type = 'order'
        AND other.customer_ref = placed.customer_ref
        AND other.authored_at
            BETWEEN placed.authored_at - %(window)s AND placed.authored_at + %(window)s
        AND other.external_id <> placed.external_id
    ORDER BY other.authored_at, other.id
    LIMIT %(most)s
) AS near
WHERE placed.tenant_id = %(tenant)s
    AND placed.record_type = 'order'
    AND placed.external_id = ANY (%(orders)s)
"""


def neighbours(
    tenant_id: int, order_ids: Collection[str], window: timedelta
) -> Iterator[tuple[str, str]]:
    """Pairs of an order's id and the body of an order beside it, both ends of the window in."""
    if not order_ids:
        return
    parameters: dict[str, Any] = {
        "window": window,
        "most": MOST_PER_ORDER,
        "tenant": tenant_id,
        "orders": list(order_ids),
    }
    with connection.cursor() as cursor:
        cursor.execute(_SQL, parameters)
        yield from cursor.fetchall()
