"""One order as Shopify has it now, asked for by its id, and a test of the connection.

An order is read in two queries, each of which costs less than a single one may. What came back is
kept byte for byte as one object, `{"id": ..., "lineItems": {"nodes": [...]}, ...}`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from django.utils.translation import gettext

from shopops.connectors.ports import ORDER_GONE, CannotRead, Fetched, Noted, Tested
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify import noted, queries
from shopops.connectors.shopify.answers import Told
from shopops.connectors.shopify.client import Client
from shopops.connectors.shopify.format import ORDERS
from shopops.connectors.shopify.notes import NAMESPACE
from shopops.connectors.shopify.outcomes import view
from shopops.connectors.shopify.settings import DRAFT, ORDER, RIGHTS, address_of

TOO_LARGE = "too_large"
INSIDE = "fulfillmentLineItems"
MOST_PAGES = 10  # of lines; a record holds 500
Parts = dict[str, msgspec.Raw]


class ShopifyReader:
    def __init__(self, settings: Mapping[str, str], *, client: Client | None = None) -> None:
        """Raises `NotAShop`."""
        if client is None:
            address_of(settings)
        self._client = client or Client(settings)
        self._drafts = settings.get("reship_as", DRAFT) != ORDER

    def order(self, order_id: str) -> Fetched:
        try:
            whole = self._whole(order_id)
        except (KeyError, msgspec.DecodeError) as problem:
            text = f"Shopify's answer is not understood: {problem}"
            raise CannotRead("unreadable_answer", text) from problem
        return Fetched(source_format=ORDERS, rows=[whole])

    def notes(self, order_id: str) -> list[Noted]:
        told = {"id": f"gid://shopify/Order/{order_id}", "namespace": NAMESPACE}
        found: list[Noted] = []
        after: str | None = None
        try:
            for _page in range(noted.MOST_PAGES):
                data = self._ask(noted.NAME, noted.QUERY, {**told, "after": after}).data
                order = view(data.get("order"))
                if order.value is None:
                    raise CannotRead(ORDER_GONE, f"Shopify shows no order {order_id}.")
                held = order.require("metafields")
                found += map(noted.read, held.items())
                if not held.require("pageInfo").get("hasNextPage").flag():
                    return found
                after = held.require("pageInfo").require("endCursor").text()
        except RowRefused as refused:
            text = f"Shopify's answer is not understood: {refused}"
            raise CannotRead("unreadable_answer", text) from refused
        raise CannotRead(TOO_LARGE, "The order has too many notes.")

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
        named = [f"{right} ({gettext(RIGHTS[right])})" for right in lacking]
        return Tested(works="read_orders" not in lacking, says=f"{name} answers.", lacking=named)

    def _rights(self) -> list[str]:
        return [right for right in RIGHTS if self._drafts or right != "write_draft_orders"]

    def _whole(self, order_id: str) -> bytes:
        told = {"id": f"gid://shopify/Order/{order_id}"}
        order = self._order(queries.ORDER_NAME, queries.ORDER, told)
        moved = self._order(queries.MOVED_NAME, queries.MOVED, told)
        if order is None or moved is None:
            text = (
                f"Shopify has no order {order_id}, or it is older than 60 days and the app lacks "
                "the right read_all_orders."
            )
            raise CannotRead(ORDER_GONE, text)
        order["lineItems"] = _all_pages(order["lineItems"], partial(self._more_lines, told))
        parcels = msgspec.json.decode(moved["fulfillments"], type=list[Parts])
        moved["fulfillments"] = _raw([self._whole_parcel(parcel) for parcel in parcels])
        for name, most in queries.MOST.items():
            if len(msgspec.json.decode(moved[name], type=list[msgspec.Raw])) >= most:
                raise CannotRead(TOO_LARGE, f"The order has {most} {name} or more.")
        return msgspec.json.encode({"order": {**order, **moved}})

    def _order(self, name: str, document: str, told: dict[str, Any]) -> Parts | None:
        return self._asked(name, document, told)["order"]

    def _asked(self, name: str, document: str, told: dict[str, Any]) -> dict[str, Parts | None]:
        came = self._ask(name, document, told)
        found = msgspec.json.decode(came.raw, type=dict[str, Parts | None])
        if came.denied and None in found.values():
            raise CannotRead("access_denied", f"Shopify says: {came.denied[0].message}")
        return found

    def _more_lines(self, told: dict[str, Any], after: str | None) -> msgspec.Raw:
        found = self._order(queries.LINES_NAME, queries.LINES, {**told, "after": after})
        return (found or {})["lineItems"]

    def _whole_parcel(self, parcel: Parts) -> Parts:
        told = {"id": msgspec.json.decode(parcel["id"])}

        def more(after: str | None) -> msgspec.Raw:
            asked = {**told, "after": after}
            found = self._asked(queries.INSIDE_NAME, queries.INSIDE, asked)["fulfillment"]
            return (found or {})[INSIDE]

        return {**parcel, INSIDE: _all_pages(parcel[INSIDE], more)}

    def _ask(self, name: str, document: str, told: dict[str, Any]) -> Told:
        came = self._client.ask(name, document, told).meaning
        if not isinstance(came, Told):
            raise CannotRead.after(came)
        return came


def _all_pages(first: msgspec.Raw, more: Callable[[str | None], msgspec.Raw]) -> msgspec.Raw:
    """A connection with all its nodes, each as it came."""
    page, nodes = first, list[msgspec.Raw]()
    for _page in range(MOST_PAGES):
        parts = msgspec.json.decode(page, type=queries.Page)
        nodes += parts.nodes
        if not parts.info.more:
            return _raw({"nodes": nodes})
        page = more(parts.info.end)
    raise CannotRead(TOO_LARGE, "The order has too many lines.")


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


def _has(granted: set[str], right: str) -> bool:
    """A right to write is one to read as well."""
    return right in granted or right.replace("read_", "write_", 1) in granted
