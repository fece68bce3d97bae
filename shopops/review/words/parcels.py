"""Parcels as people speak of them: their status, and how many of an order's are in trouble."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from shopops.agents.facts import Parcel
from shopops.agents.records import TrackerStatus
from shopops.agents.resolution.codes import Cause
from shopops.review.words.times import days, whole_days

STATUS = {
    TrackerStatus.UNKNOWN: "no data",
    TrackerStatus.PRE_TRANSIT: "label made",
    TrackerStatus.IN_TRANSIT: "in transit",
    TrackerStatus.OUT_FOR_DELIVERY: "out for delivery",
    TrackerStatus.AVAILABLE_FOR_PICKUP: "waiting for pickup",
    TrackerStatus.DELIVERY_ATTEMPTED: "delivery attempted",
    TrackerStatus.DELIVERED: "delivered",
    TrackerStatus.RETURN_TO_SENDER: "on its way back",
    TrackerStatus.RETURNED: "back at the sender",
    TrackerStatus.FAILURE: "delivery failed",
    TrackerStatus.CANCELLED: "cancelled",
}
# What the status has said already, so that the judgement need not be told beside it.
SETTLED = frozenset({"returning", "failed", "delivered"})
RETURNS = str(Cause.RETURN_TO_SENDER)
# `parcels`: one, both, or such as "1 of 2 parcels".
OF_SEVERAL = {
    "stalled": "{parcels} stalled",
    "pickup_late": "{parcels} not picked up",
    "pre_transit_late": "{parcels} not handed over",
    "failed": "Delivery failed for {parcels}",
    "attempted_twice": "Two delivery attempts failed for {parcels}",
    "no_data_past_eta": "No tracking data for {parcels}, delivery date passed",
    RETURNS: "{parcels}",
}
GROWING = frozenset({"stalled", "pickup_late"})  # causes that grow by the day


def status(code: str) -> str:
    """Such as: waiting for pickup. A parcel without a tracker is not tracked."""
    return _(STATUS[TrackerStatus(code)]) if code in STATUS else _("not tracked")


def trouble(cause: str, parcels: Sequence[Parcel], now: datetime) -> str:
    """Such as: Parcel stalled 9 days. Delivery failed for 1 of 2 parcels. Nothing where the cause
    is no parcel's, or where there are no two parcels and the cause alone says it all."""
    alike = [parcel for parcel in parcels if reason_of(parcel) == cause]
    if not alike:
        return ""
    if cause not in OF_SEVERAL or (len(parcels) == 1 and cause not in (*GROWING, RETURNS)):
        return ""
    said = _(OF_SEVERAL[cause]).format(parcels=_subject(len(alike), len(parcels)))
    if cause == RETURNS:
        said = f"{said} {_returned(alike)}"
    elif cause in GROWING:
        said = _since(said, alike, now)
    return said[:1].upper() + said[1:]


def reason_of(parcel: Parcel) -> str:
    """The cause that a proposal has when this parcel is the trouble."""
    return RETURNS if parcel.returning else parcel.exception_likely.reason


def _subject(number: int, of: int) -> str:
    if of == 1:
        return _("parcel")
    if number == of:
        return _("both parcels") if of == 2 else _("all {of} parcels").format(of=of)
    said = ngettext("{number} of {of} parcels", "{number} of {of} parcels", number)
    return said.format(number=number, of=of)


def _returned(alike: Sequence[Parcel]) -> str:
    """Several are on their way back until all of them have arrived."""
    back = all(parcel.status == TrackerStatus.RETURNED for parcel in alike)
    return _(STATUS[TrackerStatus.RETURNED if back else TrackerStatus.RETURN_TO_SENDER])


def _since(what: str, alike: Sequence[Parcel], now: datetime) -> str:
    seen = [parcel.last_scan_at for parcel in alike if parcel.last_scan_at]
    if not seen:
        return what
    return _("{what} {days}").format(what=what, days=days(whole_days(min(seen), now)))
