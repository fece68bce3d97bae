"""A shop and its carrier from memory, filled with the teaching cases."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from shopops.agents.canonical import canonical_json, salted
from shopops.agents.ports import Provenance, SourcedOrder, SourcedTracker, UnknownOrder
from shopops.agents.records import Order, Tracker
from shopops.agents.teaching.cases import teaching_cases
from shopops.agents.teaching.parts import Case

SIMILAR = timedelta(minutes=10)


class FakeOms:
    """Both ports in one. `orders` and `tracker_records` may be changed by who plays with it.

    Every shop has the same orders. Their dates are relative to `now`, taken once. Without `cases`
    it holds the teaching cases.
    """

    def __init__(self, now: datetime | None = None, cases: Iterable[Case] | None = None) -> None:
        self.now = now or datetime.now(UTC)
        self.orders: dict[str, Order] = {}
        self.tracker_records: dict[str, Tracker] = {}
        for case in teaching_cases(self.now) if cases is None else cases:
            self.add(case.order, *case.trackers)

    def add(self, order: Order, *trackers: Tracker) -> None:
        self.orders[order.id] = order
        self.tracker_records.update({tracker.id: tracker for tracker in trackers})

    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        if order_id not in self.orders:
            raise UnknownOrder(f"{tenant} has no order {order_id}.")
        order = self.orders[order_id]
        return SourcedOrder(order, self._provenance(f"order:{order.source}/{order.id}", order))

    def similar_orders(self, order: Order, tenant: str) -> list[Order]:
        return [other for other in self.orders.values() if _similar(order, other)]

    def trackers(self, order: Order, tenant: str) -> dict[str, SourcedTracker]:
        named = [parcel.tracker_id for parcel in order.shipments if parcel.tracker_id]
        found = [self.tracker_records[name] for name in named if name in self.tracker_records]
        return {
            tracker.id: SourcedTracker(
                tracker, self._provenance(f"tracker:{tracker.source}/{tracker.id}", tracker)
            )
            for tracker in found
        }

    def _provenance(self, source_object: str, record: Order | Tracker) -> Provenance:
        salt = source_object.encode()
        return Provenance(
            source_object=source_object,
            payload_sha256=salted(salt, canonical_json(record)),
            received_at=self.now,
            salt=salt,
        )


def _similar(order: Order, other: Order) -> bool:
    if order.id == other.id or order.placed_at is None or other.placed_at is None:
        return False
    if order.customer is None or other.customer is None or order.customer.id is None:
        return False
    close = abs(order.placed_at - other.placed_at) <= SIMILAR
    return close and order.customer.id == other.customer.id
