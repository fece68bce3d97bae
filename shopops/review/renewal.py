"""Run the pipeline for one order whose proposal turned out stale."""

from datetime import datetime

from shopops.agents.ports import UnknownOrder
from shopops.orchestrator.resolve import resolve_orders
from shopops.proposals.models import Proposal
from shopops.tenants.scope import tenant_scope


def propose_again(*, tenant_id: int, order_id: str, now: datetime) -> int | None:
    """The order's newest proposal, made and judged now if need be; None when it can't be made."""
    try:
        for _ in resolve_orders(tenant_id=tenant_id, order_ids=[order_id], now=now):
            pass
    except UnknownOrder:
        return None
    with tenant_scope(tenant_id):
        newest = Proposal.objects.of(tenant_id).filter(order_id=order_id, superseded_by=None)
        return newest.values_list("pk", flat=True).first()
