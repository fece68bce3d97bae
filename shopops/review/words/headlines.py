"""What is wrong with an order, in a few plain words."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext

from shopops.agents.cause_words import BLOCKED, CAUSES
from shopops.agents.facts import Parcel
from shopops.review.words.parcels import trouble
from shopops.review.words.values import label


def headline(cause: str, blocked: Sequence[str], parcels: Sequence[Parcel], now: datetime) -> str:
    """Such as: Parcel stalled 9 days. Delivery failed for 1 of 2 parcels. Chargeback open and 1
    more."""
    if blocked:
        first, more = blocked_reason(blocked[0]), len(blocked) - 1
        return gettext("{first} and {more} more").format(first=first, more=more) if more else first
    return trouble(cause, parcels, now) or gettext(CAUSES.get(cause, cause.replace("_", " ")))


def blocked_reason(code: str) -> str:
    if code in BLOCKED:
        return gettext(BLOCKED[code])
    kind, _, name = code.partition(":")
    if kind == "missing" and name:
        return gettext("{fact} unknown, required for contact").format(fact=label(name))
    return code.replace("_", " ").replace(":", ": ").capitalize()
