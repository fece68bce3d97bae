"""What a version of the numbers means, currency by currency, in sentences. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext

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
        yield gettext("All refunds of one order together ask for at most {refund}.").format(
            refund=format_minor(refund, currency)
        )
    offer = numbers.standard_update_cents.get(currency, 0)
    if offer:
        yield gettext("A plain status update offers {offer} of goodwill.").format(
            offer=format_minor(offer, currency)
        )
    most = numbers.goodwill_cap_cents.get(currency)
    if most is not None:
        yield gettext(
            "Goodwill is at most {most} and at most {goodwill_percent} percent of the order."
        ).format(most=format_minor(most, currency), goodwill_percent=numbers.goodwill_percent)


def _approval(currency: str, numbers: Thresholds) -> str:
    first = numbers.approval_above_cents.get(currency)
    second = numbers.second_cap_cents.get(currency)
    if first is None:
        return gettext("Every amount needs approval.")
    above = gettext("Up to {first} no approval is needed").format(
        first=format_minor(first, currency)
    )
    if second is None:
        return gettext("{above}; above it one person approves.").format(above=above)
    if second == first:
        return gettext("{above}; above it two people approve.").format(above=above)
    return gettext("{above}; above it one person approves, above {second} two.").format(
        above=above, second=format_minor(second, currency)
    )
