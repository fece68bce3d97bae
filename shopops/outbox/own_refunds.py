"""What a decision has done itself is no news to it: its own refunds, and records without them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from django.db.models import F
from msgspec.structs import replace

from shopops.agents.ports import (
    FactReader,
    OmsReader,
    SourcedOrder,
    SourcedTracker,
    SuppliedFact,
    TrackerReader,
)
from shopops.agents.records import Order
from shopops.connectors.ports import EffectKind
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.proposals.models import Proposal, ReviewStatus


class Records(OmsReader, TrackerReader, Protocol):
    """A shop's orders and their trackers."""


class Without:
    """Records, with these refunds left out of the orders."""

    def __init__(self, oms: Records, refunds: Collection[str]) -> None:
        self._oms = oms
        self._refunds = frozenset(refunds)

    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        found = self._oms.order(order_id, tenant)
        kept = tuple(one for one in found.order.refunds if one.id not in self._refunds)
        return SourcedOrder(replace(found.order, refunds=kept), found.provenance)

    def trackers(self, order: Order, tenant: str) -> dict[str, SourcedTracker]:
        return self._oms.trackers(order, tenant)

    def similar_orders(self, order: Order, tenant: str) -> list[Order]:
        return self._oms.similar_orders(order, tenant)

    def supplied(self, order: Order, tenant: str) -> list[SuppliedFact]:
        return self._oms.supplied(order, tenant) if isinstance(self._oms, FactReader) else []


def own_refunds(proposal: Proposal, round_: int) -> list[str]:
    """Of this decision, as their source names them. Not what else it did: a parcel or a credit may
    have the number of somebody else's refund."""
    ours = Effect.objects.of(proposal.tenant_id).filter(
        proposal=proposal, round=round_, state=State.SUCCEEDED, kind=EffectKind.REFUND
    )
    return list(ours.exclude(remote_id="").values_list("remote_id", flat=True))


def refunds_of_last_decisions(tenant_id: int, order_ids: Sequence[str]) -> Mapping[str, list[str]]:
    """By order, of the newest proposal, where that was approved. One statement."""
    rows = (
        Effect.objects.of(tenant_id)
        .filter(
            order_id__in=order_ids,
            kind=EffectKind.REFUND,
            state=State.SUCCEEDED,
            proposal__review_status=ReviewStatus.APPROVED,
            proposal__superseded_by=None,
            round=F("proposal__round"),
        )
        .exclude(remote_id="")
    )
    found: dict[str, list[str]] = defaultdict(list)
    for order_id, remote_id in rows.values_list("order_id", "remote_id"):
        found[order_id].append(remote_id)
    return found
