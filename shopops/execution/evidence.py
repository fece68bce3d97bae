"""What is known about an order now, as if what was done for this decision had not happened yet."""

from collections.abc import Collection
from datetime import datetime, timedelta

from msgspec.structs import replace

from shopops.agents.facts import Pack
from shopops.agents.intake import IntakeAgent
from shopops.agents.ports import SourcedOrder, SourcedTracker, SuppliedFact
from shopops.agents.records import Order
from shopops.agents.thresholds import Thresholds
from shopops.connectors.stored import StoredOms
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.proposals.models import Proposal


class Without:
    """Stored records, with these refunds left out of the orders."""

    def __init__(self, oms: StoredOms, refunds: Collection[str]) -> None:
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
        return self._oms.supplied(order, tenant)


def pack_now(
    tenant_id: int,
    *,
    order_id: str,
    slug: str,
    numbers: Thresholds,
    now: datetime,
    without: Collection[str] = (),
) -> Pack:
    """`without`: ids of refunds. Raises `UnknownOrder`."""
    oms = StoredOms(tenant_id, duplicate_window=timedelta(minutes=numbers.duplicate_minutes))
    oms.preload([order_id])
    records = Without(oms, without) if without else oms
    return IntakeAgent(records, thresholds=numbers, now=lambda: now).build(order_id, slug)


def own_refunds(proposal: Proposal, round_: int) -> list[str]:
    """What this very decision has done already is no change of what it was decided on."""
    ours = Effect.objects.of(proposal.tenant_id).filter(
        proposal=proposal, round=round_, state=State.SUCCEEDED
    )
    return list(ours.exclude(remote_id="").values_list("remote_id", flat=True))


def is_old(pack: Pack, cited: Collection[str], numbers: Thresholds, now: datetime) -> bool:
    """EVD-3: the oldest that is cited was received longer ago than the shop's number says."""
    received = [pack.evidence[one].received_at for one in cited if one in pack.evidence]
    limit = timedelta(hours=numbers.evidence_max_age_hours)
    return bool(received) and now - min(received) > limit
