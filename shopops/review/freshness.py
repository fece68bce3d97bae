"""Is what the reviewer saw still what is known?"""

from datetime import datetime, timedelta

from shopops.agents.facts import Pack
from shopops.agents.intake import IntakeAgent, pack_digest
from shopops.agents.ports import UnknownOrder
from shopops.agents.thresholds import Thresholds
from shopops.connectors.stored import StoredOms
from shopops.proposals.models import Proposal
from shopops.proposals.read import pack_of
from shopops.review.changes import pack_changes, threshold_changes
from shopops.review.models import DecisionHandle
from shopops.review.refusals import EvidenceMissing, Stale
from shopops.tenants import thresholds


def refuse_if_stale(
    *, tenant_id: int, proposal: Proposal, handle: DecisionHandle, now: datetime
) -> None:
    """Reads the order's records and the shop's numbers again, and builds the pack anew.

    Raises `Stale` with the differences, `EvidenceMissing` when the order's record is gone.
    """
    seen, numbers = pack_of(proposal), thresholds.current(tenant_id)
    fresh = fresh_pack(tenant_id, seen.order_id, seen.tenant, numbers, now)
    same_pack = pack_digest(fresh) == bytes(proposal.pack.digest)
    if same_pack and bytes(handle.digest) == bytes(proposal.digest):
        return
    changed = pack_changes(seen, fresh)
    if numbers.version != seen.thresholds_version:
        changed += threshold_changes(thresholds.at(tenant_id, seen.thresholds_version), numbers)
    raise Stale(changed, order_id=proposal.order_id)


def fresh_pack(
    tenant_id: int, order_id: str, slug: str, numbers: Thresholds, now: datetime
) -> Pack:
    """What is known about the order now. Raises `EvidenceMissing`."""
    window = timedelta(minutes=numbers.duplicate_minutes)
    oms = StoredOms(tenant_id, duplicate_window=window)
    oms.preload([order_id])
    intake = IntakeAgent(oms, thresholds=numbers, now=lambda: now)
    try:
        return intake.build(order_id, slug)
    except UnknownOrder:
        raise EvidenceMissing from None
