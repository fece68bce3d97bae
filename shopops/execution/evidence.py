"""What is known about an order now, as if what was done for this decision had not happened yet."""

from collections.abc import Collection
from datetime import datetime, timedelta

from shopops.agents.facts import Pack
from shopops.agents.intake import IntakeAgent
from shopops.agents.thresholds import Thresholds
from shopops.connectors.stored import StoredOms
from shopops.outbox.own_doings import Own, leaving_out


def pack_now(
    tenant_id: int,
    *,
    order_id: str,
    slug: str,
    numbers: Thresholds,
    now: datetime,
    without: Own | None = None,
) -> Pack:
    """Raises `UnknownOrder`."""
    oms = StoredOms(tenant_id, duplicate_window=timedelta(minutes=numbers.duplicate_minutes))
    oms.preload([order_id])
    records = leaving_out(oms, without) if without else oms
    return IntakeAgent(records, thresholds=numbers, now=lambda: now).build(order_id, slug)


def is_old(pack: Pack, cited: Collection[str], numbers: Thresholds, now: datetime) -> bool:
    """EVD-3: the oldest that is cited was received longer ago than the shop's number says."""
    received = [pack.evidence[one].received_at for one in cited if one in pack.evidence]
    limit = timedelta(hours=numbers.evidence_max_age_hours)
    return bool(received) and now - min(received) > limit
