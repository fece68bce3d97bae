"""Numbers that contradict each other, whoever sets them: the page, an operator or a restored
version. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext

from shopops.agents.thresholds import LIKELIHOODS, Thresholds
from shopops.money import format_minor


class Contradiction(NamedTuple):
    """`currency`: of the cap that can't stay; None for a setting without one."""

    setting: str
    currency: str | None
    why: str


def contradictions(numbers: Thresholds) -> list[Contradiction]:
    """Combinations under which a setting could never do what it says."""
    return [
        *_second_caps(numbers),
        *_goodwill(numbers),
        *_refund_limits(numbers),
        *_exception_at(numbers),
    ]


def _second_caps(numbers: Thresholds) -> Iterator[Contradiction]:
    for currency, second in numbers.second_cap_cents.items():
        first = numbers.approval_above_cents.get(currency)
        if first is None:
            why = gettext(
                "Every amount needs approval while “Approval above” is empty. Set that first; a "
                "second approver is asked for above it."
            )
        elif second < first:
            why = gettext(
                "Between {second} and {first} nobody would be asked first. A second "
                "approver can only be asked for above the first limit."
            ).format(second=format_minor(second, currency), first=format_minor(first, currency))
        else:
            continue
        yield Contradiction("second_cap_cents", currency, why)


def _goodwill(numbers: Thresholds) -> Iterator[Contradiction]:
    for currency, offer in numbers.standard_update_cents.items():
        most = numbers.goodwill_cap_cents.get(currency)
        if offer == 0:
            continue
        if most is None or offer > most:
            limit = gettext("not set") if most is None else format_minor(most, currency)
            why = gettext(
                "Every such offer would be denied: “Most goodwill” is {limit}. Offer "
                "less, or raise that."
            ).format(limit=limit)
            yield Contradiction("standard_update_cents", currency, why)
        elif numbers.goodwill_percent == 0:
            why = gettext(
                "Every such offer would be denied: goodwill may be 0 percent of an order. Raise "
                "“Goodwill at most”, or offer none."
            )
            yield Contradiction("standard_update_cents", currency, why)


def _refund_limits(numbers: Thresholds) -> Iterator[Contradiction]:
    for currency, most in numbers.exception_refund_cents.items():
        goodwill = numbers.standard_update_cents.get(currency, 0)
        if most < goodwill:
            why = gettext(
                "A customer whose parcel is in trouble would be offered less than the "
                "{goodwill} of goodwill that one without trouble is."
            ).format(goodwill=format_minor(goodwill, currency))
            yield Contradiction("exception_refund_cents", currency, why)


def _exception_at(numbers: Thresholds) -> Iterator[Contradiction]:
    surest = max((LIKELIHOODS | numbers.likelihood_percent).values())
    if numbers.exception_at_percent > surest:
        why = gettext(
            "No parcel could ever be an exception: the surest sign counts {surest} "
            "percent. Choose {surest} or less."
        ).format(surest=surest)
        yield Contradiction("exception_at_percent", None, why)
