"""Records that exist in this shop, with the date each was made at its source."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection

from shopops.alarms.identity import RecordKind, RecordRef
from shopops.ledger.kinds import KEY_VERSION

# A shipment that does not say when it was made is as old as its tracker. The date of a record
# that has an item already is the one in its key, whatever its source says by now.
RECORDS = """
WITH orders AS MATERIALIZED (
    SELECT external_id, source, number, authored_at, body
    FROM connectors_sourcerecord
    WHERE tenant_id = %(tenant)s AND record_type = 'order' AND external_id = ANY (%(orders)s)
), parts AS (
    SELECT external_id, source, number, 'order' AS kind, NULL::text AS part, authored_at,
           ARRAY[external_id]::varchar[] AS ids
    FROM orders
    UNION ALL
    SELECT orders.external_id, orders.source, orders.number, 'shipment', shipment ->> 'id',
           coalesce((shipment ->> 'created_at')::timestamptz, tracker.authored_at),
           ARRAY[orders.external_id, shipment ->> 'id']::varchar[]
    FROM orders
    CROSS JOIN LATERAL jsonb_array_elements(orders.body -> 'shipments') AS shipment
    LEFT JOIN connectors_sourcerecord tracker ON tracker.tenant_id = %(tenant)s
        AND tracker.record_type = 'tracker' AND tracker.external_id = shipment ->> 'tracker_id'
    UNION ALL
    SELECT orders.external_id, orders.source, orders.number, 'transaction', paid ->> 'id',
           (paid ->> 'created_at')::timestamptz,
           ARRAY[orders.external_id, paid ->> 'id']::varchar[]
    FROM orders
    CROSS JOIN LATERAL jsonb_array_elements(orders.body -> 'transactions') AS paid
)
SELECT parts.external_id, parts.source, parts.number, parts.kind, parts.part,
       coalesce(frozen.authored_at, parts.authored_at)
FROM parts
LEFT JOIN LATERAL (
    SELECT min(item.authored_at) AS authored_at FROM alarms_alarmitem item
    WHERE item.tenant_id = %(tenant)s AND item.record_source = parts.source
        AND item.record_kind = parts.kind AND item.record_ids = parts.ids
        AND item.key_version = %(version)s
) frozen ON true
"""


@dataclass(slots=True)
class Records:
    """One order's own record and those of its parts, by their ids."""

    number: str
    order: RecordRef | None = None
    shipments: dict[str, RecordRef] = field(default_factory=dict)
    transactions: dict[str, RecordRef] = field(default_factory=dict)

    def find(self, kind: RecordKind, part: str | None) -> RecordRef | None:
        """`part` None: the order itself."""
        if part is None:
            return self.order if kind is RecordKind.ORDER else None
        return self._parts(kind).get(part)

    def put(self, record: RecordRef, part: str | None) -> None:
        if part is None:
            self.order = record
        else:
            self._parts(record.kind)[part] = record

    def _parts(self, kind: RecordKind) -> dict[str, RecordRef]:
        parts = {RecordKind.SHIPMENT: self.shipments, RecordKind.TRANSACTION: self.transactions}
        return parts.get(kind, {})


def records_of(tenant_id: int, order_ids: Collection[str]) -> Mapping[str, Records]:
    """By order id, in one statement; an order that this shop has not is left out."""
    found: dict[str, Records] = {}
    for order_id, source, number, kind, part, made_at in _rows(tenant_id, order_ids):
        records = found.setdefault(order_id, Records(number=number or order_id))
        ids = (order_id,) if part is None else (order_id, part)
        records.put(
            RecordRef(source=source, kind=RecordKind(kind), ids=ids, authored_at=made_at), part
        )
    return found


def _rows(
    tenant_id: int, order_ids: Collection[str]
) -> Iterator[tuple[str, str, str, str, str | None, datetime | None]]:
    parameters: dict[str, Any] = {
        "tenant": tenant_id,
        "orders": list(order_ids),
        "version": KEY_VERSION,
    }
    with connection.cursor() as cursor:
        cursor.execute(RECORDS, parameters)
        yield from cursor.fetchall()
