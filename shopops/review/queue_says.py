"""What a list is, in one sentence: beside it, and where the list is replaced."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from shopops.review.counts import Count
from shopops.review.filters import Filters


def list_says(filters: Filters, waiting: Count, shown: int, *, more: bool) -> str:
    """`shown`: rows on the page; `more`: there are pages beside it."""
    if not filters.track and not filters.narrowed:
        return _waiting(str(waiting), waiting.number)
    number = _("{number} or more").format(number=shown) if more else str(shown)
    if filters.number:
        return _found(number, shown)
    return _fitting(number, 2 if more else shown)


def _waiting(number: str, of: int) -> str:
    if not of:
        return _("Nothing waits for a person")
    said = ngettext("{number} order waits for a person", "{number} orders wait for a person", of)
    return said.format(number=number)


def _found(number: str, of: int) -> str:
    if not of:
        return _("No such order")
    return ngettext("{number} order found", "{number} orders found", of).format(number=number)


def _fitting(number: str, of: int) -> str:
    if not of:
        return _("No order fits these filters")
    said = ngettext("{number} order fits these filters", "{number} orders fit these filters", of)
    return said.format(number=number)
