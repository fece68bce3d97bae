"""Records that exist in this shop, with the date each was made at its source."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import TextField
from django.db.models.functions import Cast

from shopops.agents.records import Order
from shopops.alarms.identity import RecordKind, RecordRef
from shopops.alarms.subjects import RecordId, frozen_dates, record_id
from shopops.connectors.models import RecordType, SourceRecord


@dataclass(frozen=True, slots=True)
class Records:
    """One order's own record and those of its parts."""

    order: RecordRef
    number: str
    shipments: Mapping[str, RecordRef] = field(default_factory=dict)
    transactions: Mapping[str, RecordRef] = field(default_factory=dict)

    def everything(self) -> Iterator[RecordRef]:
        yield self.order
        yield from self.shipments.values()
        yield from self.transactions.values()


def records_of(tenant_id: int, order_ids: Collection[str]) -> dict[str, Records]:
    """By order id, in three statements; an order that this shop has not is left out.

    The date of a record that has an item already is the one in its key, whatever its source says
    by now. A shipment that does not say when it was made is as old as its tracker.
    """
    orders = _orders(tenant_id, order_ids)
    trackers = _trackers(tenant_id, orders)
    found = {order_id: _records(row, order, trackers) for order_id, (row, order) in orders.items()}
    frozen = frozen_dates(tenant_id, [one for each in found.values() for one in each.everything()])
    return {order_id: _with_frozen(records, frozen) for order_id, records in found.items()}


def _orders(tenant_id: int, order_ids: Collection[str]) -> dict[str, tuple[SourceRecord, Order]]:
    rows = (
        SourceRecord.objects.filter(
            tenant_id=tenant_id, record_type=RecordType.ORDER, external_id__in=order_ids
        )
        .defer("body", "paths")
        .annotate(text=Cast("body", TextField()))
    )
    return {row.external_id: (row, msgspec.json.decode(row.text, type=Order)) for row in rows}


def _trackers(tenant_id: int, orders: Mapping[str, tuple[Any, Order]]) -> dict[str, datetime]:
    """When each shipment's tracker was made, by tracker id."""
    named = {
        shipment.tracker_id
        for _, order in orders.values()
        for shipment in order.shipments
        if shipment.tracker_id
    }
    rows = SourceRecord.objects.filter(
        tenant_id=tenant_id, record_type=RecordType.TRACKER, external_id__in=named
    )
    pairs = rows.values_list("external_id", "authored_at")
    return {name: made_at for name, made_at in pairs if made_at is not None}


def _records(row: SourceRecord, order: Order, trackers: Mapping[str, datetime]) -> Records:
    def part(kind: RecordKind, name: str, made_at: datetime | None) -> RecordRef:
        return RecordRef(source=row.source, kind=kind, ids=(order.id, name), authored_at=made_at)

    return Records(
        order=RecordRef(
            source=row.source, kind=RecordKind.ORDER, ids=(order.id,), authored_at=row.authored_at
        ),
        number=row.number or order.id,
        shipments={
            one.id: part(
                RecordKind.SHIPMENT, one.id, one.created_at or trackers.get(one.tracker_id or "")
            )
            for one in order.shipments
        },
        transactions={
            one.id: part(RecordKind.TRANSACTION, one.id, one.created_at)
            for one in order.transactions
        },
    )


def _with_frozen(records: Records, frozen: Mapping[RecordId, datetime]) -> Records:
    def dated(record: RecordRef) -> RecordRef:
        made_at = frozen.get(record_id(record), record.authored_at)
        return msgspec.structs.replace(record, authored_at=made_at)

    return Records(
        dated(records.order),
        records.number,
        {name: dated(record) for name, record in records.shipments.items()},
        {name: dated(record) for name, record in records.transactions.items()},
    )
