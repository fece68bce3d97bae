"""What a version of the numbers means, currency by currency, in sentences. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from shopops.agents.threshold_changes import CAPS
from shopops.agents.thresholds import Thresholds
from shopops.money import format_minor


class InWords(NamedTuple):
    currency: str
    sentences: list[str]


def currencies(numbers: Thresholds) -> list[str]:
    """Every currency that some cap names, in order."""
    return sorted({currency for cap in CAPS for currency in getattr(numbers, cap)})


def in_sentences(numbers: Thresholds) -> list[InWords]:
    return [InWords(currency, list(_of(currency, numbers))) for currency in currencies(numbers)]


def _of(currency: str, numbers: Thresholds) -> Iterator[str]:
    yield _approval(currency, numbers)
    refund = numbers.exception_refund_cents.get(currency)
    if refund is not None:
        yield f"All refunds of one order together ask for at most {format_minor(refund, currency)}."
    offer = numbers.standard_update_cents.get(currency, 0)
    if offer:
        yield f"A plain status update offers {format_minor(offer, currency)} of goodwill."
    most = numbers.goodwill_cap_cents.get(currency)
    if most is not None:
        yield (
            f"Goodwill is at most {format_minor(most, currency)} and at most "
            f"{numbers.goodwill_percent} percent of the order."
        )


def _approval(currency: str, numbers: Thresholds) -> str:
    first = numbers.approval_above_cents.get(currency)
    second = numbers.second_cap_cents.get(currency)
    if first is None:
        return "Every amount needs approval."
    above = f"Up to {format_minor(first, currency)} no approval is needed"
    if second is None:
        return f"{above}; above it one person approves."
    if second == first:
        return f"{above}; above it two people approve."
    return f"{above}; above it one person approves, above {format_minor(second, currency)} two."
