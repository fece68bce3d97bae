"""Asking a shop for the orders that changed. WooCommerce sends each webhook once and never again,
so this is how what did not arrive is made up for, and how the first orders come in.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

from shopops.connectors.members import Node
from shopops.connectors.ports import CannotRead, Fetched
from shopops.connectors.refusals import RowRefused
from shopops.connectors.strict_json import decode
from shopops.connectors.woocommerce.client import PAGE, Client, NotRead
from shopops.connectors.woocommerce.format import ORDERS
from shopops.connectors.woocommerce.inbox import DRAFTS
from shopops.connectors.woocommerce.paths import of_order

FIRST = timedelta(days=30)  # what is asked for while nothing is held
# One order's webhook may be lost while those of others arrive, and this site may stand still.
OVERLAP = timedelta(days=1)
MOST_PAGES = 500


class WooCommercePoller:
    def __init__(self, settings: Mapping[str, str]) -> None:
        self._client = Client(settings)

    def changed(self, *, held_until: datetime | None, now: datetime) -> Iterator[Fetched]:
        """`any` leaves out what was put into the bin; of what was there before nothing is held."""
        since = now - FIRST if held_until is None else min(held_until, now) - OVERLAP
        try:
            for status in ("any",) if held_until is None else ("any", "trash"):
                yield from self._with_status(status, since)
        except NotRead as problem:
            raise CannotRead.after(problem.answer) from problem

    def _with_status(self, status: str, since: datetime) -> Iterator[Fetched]:
        for page in range(1, MOST_PAGES + 1):
            orders = self._client.items("/orders", _query(status, since, page))
            rows = [row for order in orders for row in self._rows(order, since)]
            if rows:
                yield Fetched(source_format=ORDERS, rows=rows)
            if len(orders) < PAGE:
                return
        raise CannotRead("too_many", "More orders changed than can be asked for in one round.")

    def _rows(self, order: bytes, since: datetime) -> list[bytes]:
        """An order and its refunds, of which the order itself tells too little. Older versions
        give every order, whatever they are asked for."""
        try:
            node = Node(decode(order), "$")
            modified = node.get("date_modified_gmt").utc()
            if (modified and modified < since) or node.get("status").value in DRAFTS:
                return []
            path = of_order(node.get("id").id(), "refunds")
            told = any(node.get("refunds").items())
        except RowRefused:
            return [order]  # refused again, and reported, when it is taken in
        return [order, *(self._client.pages(path) if told else [])]


def _query(status: str, since: datetime, page: int) -> dict[str, str]:
    return {
        "modified_after": since.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        "dates_are_gmt": "true",
        "status": status,
        "orderby": "id",
        "order": "asc",
        "per_page": str(PAGE),
        "page": str(page),
    }
