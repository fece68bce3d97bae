"""What a decision has done itself is no news to it: its own refunds and credit, and records without
them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from django.db.models import F, QuerySet
from msgspec.structs import replace

from shopops.agents.ports import (
    CreditReader,
    EarlierCredit,
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


@dataclass(slots=True)
class Own:
    """What a decision has done: `refunds` as their source names them, and whether it gave `credit`.
    Not what else it did: a parcel or a credit may have the number of somebody else's refund."""

    refunds: set[str] = field(default_factory=set)
    credit: bool = False

    def __bool__(self) -> bool:
        return self.credit or bool(self.refunds)

    def add(self, kind: str, remote_id: str) -> None:
        if kind == EffectKind.CREDIT:
            self.credit = True
        elif remote_id:
            self.refunds.add(remote_id)


class Without:
    """Records, with that left out of them."""

    def __init__(self, oms: Records, own: Own) -> None:
        self._oms = oms
        self._own = own

    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        found = self._oms.order(order_id, tenant)
        kept = tuple(one for one in found.order.refunds if one.id not in self._own.refunds)
        return SourcedOrder(replace(found.order, refunds=kept), found.provenance)

    def trackers(self, order: Order, tenant: str) -> dict[str, SourcedTracker]:
        return self._oms.trackers(order, tenant)

    def similar_orders(self, order: Order, tenant: str) -> list[Order]:
        return self._oms.similar_orders(order, tenant)

    def supplied(self, order: Order, tenant: str) -> list[SuppliedFact]:
        return self._oms.supplied(order, tenant) if isinstance(self._oms, FactReader) else []


class _WithoutCredit(Without):
    """Of those who can read the ledger."""

    def __init__(self, oms: Records, own: Own, credits_: CreditReader) -> None:
        super().__init__(oms, own)
        self._credits = credits_

    def earlier_credit(self, order: Order, tenant: str) -> EarlierCredit:
        if self._own.credit:
            return EarlierCredit()  # it was decided because there was none
        return self._credits.earlier_credit(order, tenant)


def leaving_out(oms: Records, own: Own) -> Without:
    return _WithoutCredit(oms, own, oms) if isinstance(oms, CreditReader) else Without(oms, own)


def own_doings(proposal: Proposal, round_: int) -> Own:
    """Of this decision."""
    ours = _done(proposal.tenant_id).filter(proposal=proposal, round=round_)
    own = Own()
    for kind, remote_id in ours.values_list("kind", "remote_id"):
        own.add(kind, remote_id)
    return own


def doings_of_last_decisions(tenant_id: int, order_ids: Sequence[str]) -> Mapping[str, Own]:
    """By order, of the newest proposal, where that was approved and did any. One statement."""
    rows = _done(tenant_id).filter(
        order_id__in=order_ids,
        proposal__review_status=ReviewStatus.APPROVED,
        proposal__superseded_by=None,
        round=F("proposal__round"),
    )
    found: dict[str, Own] = defaultdict(Own)
    for order_id, kind, remote_id in rows.values_list("order_id", "kind", "remote_id"):
        found[order_id].add(kind, remote_id)
    return {order_id: own for order_id, own in found.items() if own}


def _done(tenant_id: int) -> QuerySet[Effect]:
    kinds = (EffectKind.REFUND, EffectKind.CREDIT)
    return Effect.objects.of(tenant_id).filter(state=State.SUCCEEDED, kind__in=kinds)
