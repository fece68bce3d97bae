"""Where an order's money contradicts itself. Each check says why it is no mere oddity.

What is not a conflict: lines that add up to less than the total (shipping, tax), captures below
the total (not everything is paid at once), a void beside a capture (voids release holds).
"""

from collections import Counter
from collections.abc import Callable, Iterable

from shopops.agents.intake.money_facts import captured, live_refunds, refunded_transaction
from shopops.agents.intake.shares import unknown_lines
from shopops.agents.records import Amount, Order
from shopops.money import UnknownCurrency, exponent


def money_conflicts(order: Order) -> list[str]:
    """Stable codes, ours first, then what the connector saw; each once."""
    ours = [code for code, found in CHECKS if found(order)]
    return list(dict.fromkeys([*ours, *order.conflicts]))


def _amounts(order: Order) -> list[Amount]:
    """Every amount that the order holds."""
    return [
        *_totals(order),
        *(line.total for line in order.lines),
        *(transaction.amount for transaction in order.transactions),
        *(refund.amount for refund in order.refunds),
    ]


def _totals(order: Order) -> list[Amount]:
    return [order.total] if order.shop_total is None else [order.total, order.shop_total]


def _currency_unknown(order: Order) -> bool:
    """Without a known number of minor digits the integers mean nothing."""
    return any(not _in_iso_table(amount.currency) for amount in _amounts(order))


def _in_iso_table(currency: str) -> bool:
    try:
        exponent(currency)
    except UnknownCurrency:
        return False
    return True


def _currency(order: Order) -> bool:
    """Lines are priced in the order's currency and paid in it or in the shop's own; a refund goes
    back in the currency of its payment. Anything else cannot be added up without converting."""
    allowed = {total.currency for total in _totals(order)}
    if any(line.total.currency != order.total.currency for line in order.lines):
        return True
    if any(one.amount.currency not in allowed for one in order.transactions):
        return True
    paid = captured(order)
    sources = ((refund, refunded_transaction(refund, paid)) for refund in live_refunds(order))
    return any(one and one.amount.currency != refund.amount.currency for refund, one in sources)


def _totals_disagree(order: Order) -> bool:
    """Two totals in one currency are one total, told twice and differently."""
    shop = order.shop_total
    return shop is not None and shop.currency == order.total.currency and shop != order.total


def _lines_over_total(order: Order) -> bool:
    """Line totals are after discounts, so what is added to them can only make the total larger."""
    lines = _sum((line.total for line in order.lines), order.total.currency)
    return lines > order.total.minor


def _captured_over_total(order: Order) -> bool:
    """Nobody pays more than the order costs. Each currency against the total in that currency:
    a gift card and a card together reach the total and do not pass it."""
    paid = [one.amount for one in captured(order)]
    return any(_sum(paid, total.currency) > total.minor for total in _totals(order))


def _refund_over_capture(order: Order) -> bool:
    """More was or may be sent back than that payment brought in."""
    paid = captured(order)
    taken: Counter[str] = Counter()
    for refund in live_refunds(order):
        source = refunded_transaction(refund, paid)
        if source is not None and source.amount.currency == refund.amount.currency:
            taken[source.id] += refund.amount.minor
    return any(taken[one.id] > one.amount.minor for one in paid)


def _refund_without_transaction(order: Order) -> bool:
    """A refund of a payment that is not there, or that could be of any of several: what is left
    on each payment is then not known."""
    paid = captured(order)
    return any(refunded_transaction(refund, paid) is None for refund in live_refunds(order))


def _id_twice(order: Order) -> bool:
    """One id on two lines, payments or refunds: counted once or twice, either may be wrong."""
    groups = (order.lines, order.transactions, order.refunds)
    return any(len({one.id for one in group}) < len(group) for group in groups)


def _parcel_line_unknown(order: Order) -> bool:
    """A parcel holds a line that the order does not have, so its worth is not known."""
    return unknown_lines(order)


def _sum(amounts: Iterable[Amount], currency: str) -> int:
    return sum(amount.minor for amount in amounts if amount.currency == currency)


CHECKS: tuple[tuple[str, Callable[[Order], bool]], ...] = (
    ("currency_unknown", _currency_unknown),
    ("currency", _currency),
    ("totals_disagree", _totals_disagree),
    ("lines_over_total", _lines_over_total),
    ("captured_over_total", _captured_over_total),
    ("refund_over_capture", _refund_over_capture),
    ("refund_without_transaction", _refund_without_transaction),
    ("id_twice", _id_twice),
    ("parcel_line_unknown", _parcel_line_unknown),
)
