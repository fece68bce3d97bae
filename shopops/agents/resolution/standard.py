"""The standard track: one status message, never a refund and never a new parcel."""

from shopops.agents.facts import Pack
from shopops.agents.proposal import GOODWILL, Action
from shopops.agents.resolution.codes import Cause, Outline
from shopops.agents.resolution.outreach import message
from shopops.agents.resolution.reading import (
    cite,
    is_false,
    is_true,
    of_money,
    of_parcels,
    order_total,
)
from shopops.agents.thresholds import Thresholds


def status_message(pack: Pack, thresholds: Thresholds, cause: str) -> Action:
    """What has happened so far; with a plain status update the tenant's goodwill, if any."""
    goodwill = _goodwill(pack, thresholds) if cause == Cause.STATUS_UPDATE else 0
    return message(
        pack,
        thresholds,
        cause=GOODWILL if goodwill else cause,
        outline=[*_status(pack, cause), *([Outline.GOODWILL] if goodwill else [])],
        evidence_ids=_shown(pack, thresholds),
        at_stake=(goodwill, order_total(pack)[1]) if goodwill else None,
    )


def _goodwill(pack: Pack, thresholds: Thresholds) -> int:
    """What the tenant offers in this currency; an order that cost nothing gets none.

    Whether it is too much, or too soon after the last, is for Policy to say (GDW-1).
    """
    total, currency = order_total(pack)
    return thresholds.standard_update_cents.get(currency, 0) if total else 0


def _status(pack: Pack, cause: str) -> list[str]:
    if cause == Cause.CANCELLED_RETURNED:
        return [Outline.CANCELLED, *([Outline.REFUND_COMPLETED] if pack.money else [])]
    if cause == Cause.FULLY_REFUNDED:
        return [Outline.REFUND_COMPLETED]
    if is_true(pack, "digital_only"):
        return [Outline.RESEND_ACCESS]
    if is_false(pack, "shipped"):
        return [Outline.NOT_SHIPPED]
    arrived = [
        Outline.DELIVERED if parcel.delivered else Outline.ON_ITS_WAY for parcel in pack.parcels
    ]
    return sorted(set(arrived)) or [Outline.ON_ITS_WAY]


def _shown(pack: Pack, thresholds: Thresholds) -> list[str]:
    fields = ("order_state", "shipped", "digital_only")
    return cite(pack, thresholds, fields, [*of_parcels(pack.parcels), *of_money(pack)])
