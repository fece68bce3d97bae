"""A shop that holds one case's records, behind Intake's ports."""

from hashlib import sha256
from typing import Any

import msgspec

from shopops.agents.ports import Provenance, SourcedOrder, SourcedTracker, UnknownOrder
from shopops.agents.records import Order, Tracker
from shopops.orchestrator.evaluation.cases import Base, Case
from shopops.orchestrator.evaluation.patching import merge_patch


class CaseShop:
    """Implements `OmsReader` and `TrackerReader`. Everything was received at the case's clock."""

    def __init__(self, case: Case, base: Base) -> None:
        raw = merge_patch(base.order, case.order)
        self.order_id: str = raw["id"]
        self._case = case
        self._order = msgspec.convert(raw, Order)
        self._neighbours = [
            msgspec.convert(merge_patch(raw, patch), Order) for patch in case.neighbours
        ]
        trackers = merge_patch(base.trackers, case.trackers)
        self._trackers = {name: msgspec.convert(one, Tracker) for name, one in trackers.items()}

    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        if order_id != self._order.id:
            raise UnknownOrder(order_id)
        return SourcedOrder(self._order, self._provenance("order", self._order))

    def similar_orders(self, order: Order, tenant: str) -> list[Order]:
        return self._neighbours

    def trackers(self, order: Order, tenant: str) -> dict[str, SourcedTracker]:
        return {
            name: SourcedTracker(tracker, self._provenance("tracker", tracker))
            for name, tracker in self._trackers.items()
        }

    def _provenance(self, kind: str, record: Any) -> Provenance:
        payload = msgspec.json.encode(record, order="deterministic")
        return Provenance(
            source_object=f"{kind}:{record.source}/{record.id}",
            payload_sha256=sha256(payload).hexdigest(),
            received_at=self._case.now,
        )
