"""What is wrong with an order, in a few plain words."""

from collections.abc import Sequence
from datetime import datetime

from shopops.agents.cause_words import BLOCKED, CAUSES
from shopops.agents.facts import Parcel
from shopops.review.words.parcels import trouble
from shopops.review.words.values import label


def headline(cause: str, blocked: Sequence[str], parcels: Sequence[Parcel], now: datetime) -> str:
    """Such as: Parcel stalled 9 days. Delivery failed for 1 of 2 parcels. Chargeback open and 1
    more."""
    if blocked:
        more = f" and {len(blocked) - 1} more" if len(blocked) > 1 else ""
        return f"{blocked_reason(blocked[0])}{more}"
    return trouble(cause, parcels, now) or CAUSES.get(cause, cause.replace("_", " "))


def blocked_reason(code: str) -> str:
    if code in BLOCKED:
        return BLOCKED[code]
    kind, _, name = code.partition(":")
    if kind == "missing" and name:
        return f"{label(name)} unknown, required for contact"
    return code.replace("_", " ").replace(":", ": ").capitalize()
