"""Intake's view of what was imported: `OmsReader` and `TrackerReader` over source records."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Any, TypeVar

import msgspec
from django.db.models import TextField
from django.db.models.functions import Cast

from shopops import ledger
from shopops.agents.ports import (
    EarlierCredit,
    Provenance,
    SourcedOrder,
    SourcedTracker,
    SuppliedFact,
    UnknownOrder,
)
from shopops.agents.records import Order, Tracker
from shopops.connectors.models import RecordType, SourceRecord
from shopops.connectors.neighbours import neighbours
from shopops.connectors.ports import EffectKind
from shopops.connectors.supplied import facts_of_order, supplied_facts

Recorded = TypeVar("Recorded", Order, Tracker)

TEN_MINUTES = timedelta(minutes=10)


class StoredOms:
    """One tenant's orders and trackers. Another tenant's order is an unknown order.

    `preload` reads a batch in a constant number of statements and drops the batch before it;
    an order that was not preloaded is read on its own.
    """

    def __init__(self, tenant_id: int, *, duplicate_window: timedelta = TEN_MINUTES) -> None:
        self._tenant_id = tenant_id
        self._window = duplicate_window
        self._preloaded: frozenset[str] = frozenset()
        self._orders: dict[str, SourcedOrder] = {}
        self._trackers: dict[str, SourcedTracker] = {}
        self._similar: dict[str, list[Order]] = {}
        self._supplied: dict[str, list[SuppliedFact]] = {}
        self._credits: dict[str, int] | None = None

    def preload(self, order_ids: Collection[str], *, beside: bool = True) -> None:
        """`beside`: with the same customer's orders around each, which only judging needs."""
        self._preloaded = frozenset(order_ids)
        self._credits = None
        orders = list(self._read(RecordType.ORDER, Order, order_ids))
        self._orders = {record.id: SourcedOrder(record, _provenance(row)) for record, row in orders}
        self._supplied = {record.id: supplied_facts(row.facts) for record, row in orders}
        tracker_ids = {
            shipment.tracker_id
            for sourced in self._orders.values()
            for shipment in sourced.order.shipments
            if shipment.tracker_id
        }
        self._trackers = {
            record.id: SourcedTracker(record, _provenance(row))
            for record, row in self._read(RecordType.TRACKER, Tracker, tracker_ids)
        }
        found = defaultdict(list)
        near = neighbours(self._tenant_id, self._orders, self._window) if beside else ()
        for order_id, body in near:
            found[order_id].append(msgspec.json.decode(body, type=Order))
        self._similar = dict(found)

    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        """Raises `UnknownOrder`."""
        if order_id not in self._preloaded:  # else it is gone, and its batch need not be read again
            self.preload([order_id])
        try:
            return self._orders[order_id]
        except KeyError:
            raise UnknownOrder(f"{tenant} has no order {order_id}") from None

    def trackers(self, order: Order, tenant: str) -> dict[str, SourcedTracker]:
        """By tracker id. A tracker that says it belongs to another order is not this order's."""
        named = [shipment.tracker_id or "" for shipment in order.shipments]
        found = {name: self._trackers[name] for name in named if name in self._trackers}
        return {
            name: sourced
            for name, sourced in found.items()
            if sourced.tracker.order_id in (None, order.id)
        }

    def similar_orders(self, order: Order, tenant: str) -> list[Order]:
        """The same customer's other orders placed around this one, at most a few dozen."""
        return self._similar.get(order.id, [])

    def supplied(self, order: Order, tenant: str) -> list[SuppliedFact]:
        """What people supplied for it, oldest first."""
        return self._supplied.get(order.id, [])

    def earlier_credit(self, order: Order, tenant: str) -> EarlierCredit:
        """Of all orders of the batch in one statement, once somebody asks."""
        if self._credits is None or order.id not in self._preloaded:
            asked = self._preloaded | {order.id}
            self._credits = ledger.newest_executed(self._tenant_id, asked, does=EffectKind.CREDIT)
        return EarlierCredit(self._credits.get(order.id, 0))

    def _read(
        self, record_type: RecordType, kind: type[Recorded], ids: Collection[str]
    ) -> Iterator[tuple[Recorded, Any]]:
        """Each record with its row; with an order's comes what people supplied for it."""
        if not ids:
            return
        rows = (
            SourceRecord.objects.filter(
                tenant_id=self._tenant_id, record_type=record_type, external_id__in=ids
            )
            .select_related("payload")
            .defer("body", "payload__raw")
            .annotate(text=Cast("body", TextField()))
        )
        if record_type is RecordType.ORDER:
            rows = rows.annotate(facts=facts_of_order())
        for row in rows:
            yield msgspec.json.decode(row.text, type=kind), row


def _provenance(row: SourceRecord) -> Provenance:
    return Provenance(
        source_object=f"{row.record_type}:{row.source}/{row.external_id}",
        payload_sha256=bytes(row.payload.salted_sha256).hex(),
        received_at=row.payload.received_at,
        salt=bytes(row.salt),
        paths=row.paths,
    )
