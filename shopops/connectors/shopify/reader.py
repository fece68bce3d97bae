"""One order as Shopify has it now, asked for by its id, and a test of the connection.

An order is read in two queries, each of which costs less than a single one may. What came back is
kept byte for byte as one object, `{"id": ..., "lineItems": {"nodes": [...]}, ...}`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from shopops.connectors.members import Node
from shopops.connectors.ports import CannotRead, Fetched, Tested
from shopops.connectors.refusals import RowRefused
from shopops.connectors.registry import ORDER_FORMATS
from shopops.connectors.shopify import queries
from shopops.connectors.shopify.answers import Told
from shopops.connectors.shopify.client import Client
from shopops.connectors.shopify.settings import DRAFT, MORE_RIGHTS, RIGHTS

MOST_PAGES = 10  # of lines; a record holds 500
Parts = dict[str, msgspec.Raw]


class ShopifyReader:
    def __init__(self, settings: Mapping[str, str], *, client: Client | None = None) -> None:
        self._client = client or Client(settings)
        self._drafts = settings.get("reship_as", DRAFT) == DRAFT

    def order(self, order_id: str) -> Fetched:
        told = {"id": f"gid://shopify/Order/{order_id}"}
        order = self._order(queries.ORDER_NAME, queries.ORDER, told, order_id)
        order["lineItems"] = self._lines(order["lineItems"], told, order_id)
        moved = self._order(queries.MOVED_NAME, queries.MOVED, told, order_id)
        for name, most in queries.MOST.items():
            if len(msgspec.json.decode(moved[name], type=list[msgspec.Raw])) >= most:
                raise CannotRead("too_large", f"The order has {most} {name} or more.")
        whole = msgspec.json.encode({"order": {**order, **moved}})
        return Fetched(source_format=ORDER_FORMATS["shopify"], rows=[whole])

    def test(self) -> Tested:
        try:
            data = self._ask(queries.TEST_NAME, queries.TEST, {}).data
            name = data.require("shop").require("name").text()
            scopes = data.require("currentAppInstallation").require("accessScopes")
            granted = {str(scope.get("handle").value) for scope in scopes.items()}
        except CannotRead as problem:
            return Tested(works=False, says=str(problem))
        except RowRefused as refused:
            return Tested(works=False, says=f"Shopify's answer is not understood: {refused}")
        lacking = [right for right in self._rights() if not _has(granted, right)]
        return Tested(works=True, says=f"{name} answers.", lacking=lacking)

    def _rights(self) -> list[str]:
        more = [right for right in MORE_RIGHTS if self._drafts or "draft" not in right]
        return [*RIGHTS, *more]

    def _order(self, name: str, document: str, told: dict[str, Any], order_id: str) -> Parts:
        raw = self._ask(name, document, told).raw
        found = msgspec.json.decode(raw, type=dict[str, Parts | None]).get("order")
        if found is None:
            raise CannotRead("order_gone", f"Shopify has no order {order_id}.")
        return found

    def _lines(self, first: msgspec.Raw, told: dict[str, Any], order_id: str) -> msgspec.Raw:
        """All lines, page by page, each as it came."""
        page, lines = first, list[msgspec.Raw]()
        for _page in range(MOST_PAGES):
            parts = msgspec.json.decode(page, type=queries.Page)
            lines += parts.nodes
            if not parts.info.more:
                return msgspec.Raw(msgspec.json.encode({"nodes": lines}))
            after = {**told, "after": parts.info.end}
            page = self._order(queries.LINES_NAME, queries.LINES, after, order_id)["lineItems"]
        raise CannotRead("too_large", f"Order {order_id} has too many lines.")

    def _ask(self, name: str, document: str, told: dict[str, Any]) -> Told:
        came = self._client.ask(name, document, told).meaning
        if not isinstance(came, Told):
            raise CannotRead(came.code, came.detail)
        _check_readable(came.data)
        return came


def _check_readable(data: Node) -> None:
    if not isinstance(data.value, dict):
        raise CannotRead("unreadable_answer", "Shopify's answer holds no data.")


def _has(granted: set[str], right: str) -> bool:
    """A right to write is one to read as well."""
    return right in granted or right.replace("read_", "write_", 1) in granted
