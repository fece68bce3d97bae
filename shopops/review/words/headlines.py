"""What is wrong with an order, in a few plain words."""

from collections.abc import Sequence
from datetime import datetime

from shopops.agents.facts import Parcel
from shopops.review.words.times import days, whole_days
from shopops.review.words.values import label

CAUSES = {
    "stalled": "Parcel stalled",
    "returning": "Parcel on its way back",
    "return_to_sender": "Parcel on its way back",
    "failed": "Delivery failed",
    "attempted_twice": "Two delivery attempts failed",
    "no_data_past_eta": "No tracking data, delivery date passed",
    "pre_transit_late": "Label made, parcel not handed over",
    "pickup_late": "Not picked up",
    "exception_likely": "Trouble with a parcel likely",
    "claimed_missing": "Delivered, customer says missing",
    "cancelled_not_returned": "Cancelled, money not fully returned",
    "cancelled_returned": "Cancelled and fully returned",
    "fully_refunded": "Fully refunded",
    "status_update": "Status update for the customer",
    "goodwill": "Goodwill offered with a status update",
}
BLOCKED = {
    "conflict:money": "Amounts contradict each other",
    "opted_out": "Customer opted out of messages",
    "chargeback_open": "Chargeback open",
    "duplicate_order": "Looks like a duplicate order",
    "shipment_cancelled": "Parcel was cancelled",
    "missing:tracking": "Tracking says nothing",
    "missing:opted_out": "Unknown whether the customer opted out",
    "missing:email_on_file": "No e-mail address on file",
    "missing:ship_to_complete": "Address incomplete",
    "missing:customer_id_known": "Customer not known to the shop",
}
SILENT = {"stalled": "stalled", "pickup_late": "not picked up"}  # causes that grow by the day


def headline(cause: str, blocked: Sequence[str], parcels: Sequence[Parcel], now: datetime) -> str:
    """Such as: Parcel stalled 9 days. 1 of 2 parcels stalled 6 days. Chargeback open and 1 more."""
    if blocked:
        more = f" and {len(blocked) - 1} more" if len(blocked) > 1 else ""
        return f"{blocked_reason(blocked[0])}{more}"
    return _of_parcels(cause, parcels, now) or CAUSES.get(cause, cause.replace("_", " "))


def blocked_reason(code: str) -> str:
    if code in BLOCKED:
        return BLOCKED[code]
    kind, _, name = code.partition(":")
    if kind == "missing" and name:
        return f"{label(name)} unknown, required for contact"
    return code.replace("_", " ").replace(":", ": ").capitalize()


def _of_parcels(cause: str, parcels: Sequence[Parcel], now: datetime) -> str:
    alike = [parcel for parcel in parcels if parcel.exception_likely.reason == cause]
    if cause not in SILENT or not alike:
        return ""
    seen = [parcel.last_scan_at for parcel in alike if parcel.last_scan_at]
    since = f" {days(whole_days(min(seen), now))}" if seen else ""
    if len(parcels) == 1:
        subject = "Parcel"
    elif len(alike) == len(parcels):
        subject = "Both parcels" if len(parcels) == 2 else f"All {len(parcels)} parcels"
    else:
        subject = f"{len(alike)} of {len(parcels)} parcels"
    return f"{subject} {SILENT[cause]}{since}"
