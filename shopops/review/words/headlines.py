"""What is wrong with an order, in a few plain words."""

from collections.abc import Sequence
from datetime import datetime

from shopops.agents.cause_words import BLOCKED, CAUSES
from shopops.agents.facts import Parcel
from shopops.review.words.times import days, whole_days
from shopops.review.words.values import label

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
