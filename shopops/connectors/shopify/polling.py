"""Asking a shop for the orders that changed: how the first ones come in, and how a webhook that
Shopify gave up on is made up for.
"""

import logging
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

from shopops.connectors.ports import ORDER_GONE, CannotRead, Fetched
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify import queries
from shopops.connectors.shopify.answers import Told
from shopops.connectors.shopify.client import Client
from shopops.connectors.shopify.format import ORDERS
from shopops.connectors.shopify.outcomes import view
from shopops.connectors.shopify.reader import TOO_LARGE, ShopifyReader

logger = logging.getLogger(__name__)
FIRST = timedelta(days=30)  # what is asked for while nothing is held
OVERLAP = timedelta(hours=1)  # more than Shopify's search lags behind
PATIENCE = 30.0  # seconds that it waits for the shop's bucket to fill up; nobody waits for it
MOST_PAGES = 1000


class ShopifyPoller:
    def __init__(self, settings: Mapping[str, str], *, client: Client | None = None) -> None:
        self._client = client or Client(settings, longest_wait=PATIENCE)
        self._reader = ShopifyReader(settings, client=self._client)

    def changed(self, *, held_until: datetime | None, now: datetime) -> Iterator[Fetched]:
        """By the time of their change, so that what breaks off goes on from there."""
        since = now - FIRST if held_until is None else min(held_until, now) - OVERLAP
        after: str | None = None
        for _page in range(MOST_PAGES):
            order_ids, after = self._page(since, after)
            rows = [row for order_id in order_ids for row in self._rows(order_id)]
            if rows:
                yield Fetched(source_format=ORDERS, rows=rows)
            if after is None:
                return
        raise CannotRead("too_many", "More orders changed than can be asked for in one round.")

    def _page(self, since: datetime, after: str | None) -> tuple[list[str], str | None]:
        moment = since.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        told = {"query": f"updated_at:>='{moment}'", "after": after}
        came = self._client.ask(queries.CHANGED_NAME, queries.CHANGED, told).meaning
        if not isinstance(came, Told):
            raise CannotRead.after(came)
        try:
            page = view(came.data.require("orders"))
            info = page.get("pageInfo")
            more = info.require("endCursor").text() if info.get("hasNextPage").flag() else None
            return [node.require("id").id() for node in page.items()], more
        except RowRefused as refused:
            said = came.denied[0].message if came.denied else str(refused)
            raise CannotRead("unreadable_answer", f"Shopify says: {said}") from refused

    def _rows(self, order_id: str) -> list[bytes]:
        """One order that cannot be read holds up no other."""
        try:
            return self._reader.order(order_id).rows
        except CannotRead as problem:
            if problem.code not in (ORDER_GONE, TOO_LARGE):
                raise
            logger.warning("order %s was not read: %s", order_id, problem.code)
            return []
