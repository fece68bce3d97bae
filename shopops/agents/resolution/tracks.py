"""Phase 2: one track and its cause, by the first row that matches."""

from shopops.agents.facts import Pack
from shopops.agents.proposal import Track
from shopops.agents.records import OrderState
from shopops.agents.resolution.codes import Cause
from shopops.agents.resolution.reading import (
    claimed_missing,
    field,
    likely,
    returned_in_full,
    troubled,
)
from shopops.agents.thresholds import Thresholds


def choose(pack: Pack, thresholds: Thresholds) -> tuple[Track, str]:
    """The design's table, row by row. The order of the rows is the rule."""
    return _by_money(pack) or _by_parcels(pack, thresholds)


def _by_money(pack: Pack) -> tuple[Track, str] | None:
    """Cancelled or paid back: then parcels no longer matter."""
    returned = returned_in_full(pack)
    if field(pack, "order_state").known(OrderState.CANCELLED):
        if returned:
            return Track.STANDARD, Cause.CANCELLED_RETURNED
        return Track.EXCEPTION, Cause.CANCELLED_NOT_RETURNED
    if pack.money and returned:
        return Track.STANDARD, Cause.FULLY_REFUNDED
    return None


def _by_parcels(pack: Pack, thresholds: Thresholds) -> tuple[Track, str]:
    if any(parcel.returning for parcel in pack.parcels):
        return Track.EXCEPTION, Cause.RETURN_TO_SENDER
    if claimed_missing(pack):
        return Track.EXCEPTION, Cause.CLAIMED_MISSING
    overall = field(pack, "exception_likely")
    if likely(overall, thresholds) and troubled(pack, thresholds):
        return Track.EXCEPTION, overall.reason or Cause.EXCEPTION_LIKELY
    return Track.STANDARD, Cause.STATUS_UPDATE
