"""What a list is, in one sentence: beside it, and where the list is replaced."""

from shopops.review.counts import Count
from shopops.review.filters import Filters


def list_says(filters: Filters, waiting: Count, shown: int, *, more: bool) -> str:
    """`shown`: rows on the page; `more`: there are pages beside it."""
    if not filters.track and not filters.narrowed:
        return _counted(str(waiting), waiting.number, "wait", "for a person", none="Nothing waits")
    number = f"{shown} or more" if more else str(shown)
    if filters.number:
        return f"{number} {_orders(shown)} found" if shown else "No such order"
    return _counted(number, 2 if more else shown, "fit", "these filters", none="No order fits")


def _counted(number: str, of: int, verb: str, what: str, *, none: str) -> str:
    if not of:
        return f"{none} {what}"
    return f"{number} {_orders(of)} {verb}{'s' if of == 1 else ''} {what}"


def _orders(number: int) -> str:
    return "order" if number == 1 else "orders"
