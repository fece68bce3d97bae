"""WooCommerce's REST objects: orders, and the refunds that have an endpoint of their own."""

import re

from shopops.connectors.members import Node
from shopops.connectors.pieces import ORDER, Layout, Located
from shopops.connectors.refusals import RefusalCode

LISTS = ("orders", "refunds")

_ORDER_ADDRESS = re.compile(r"/orders/(\d+)/?$")


def locate(payload: object) -> Located:
    """A refund has an `amount`; an order never has one."""
    row = Node(payload, "$")
    if not isinstance(payload, dict):
        raise row.refused(RefusalCode.WRONG_TYPE, "is not an object")
    if row.has("amount"):
        row.require("id").id()
        return Located("refunds", _order_of(row), row)
    return Located(ORDER, row.require("id").id(), row)


def _order_of(refund: Node) -> str:
    """A refund names its order only by the address that its "up" link has."""
    for link in refund.get("_links").get("up").items():
        address = link.require("href")
        match = _ORDER_ADDRESS.search(address.text() or "")
        if match is None:
            raise address.refused(RefusalCode.UNKNOWN_ORDER, "is not the address of an order")
        return match[1]
    links = refund.get("_links")
    raise links.refused(RefusalCode.MISSING, "names no order: keep `_links` in the export")


# Every WooCommerce shop counts from 1. The key is made at random with the order and stays.
PIECES = Layout(locate=locate, updated_at="date_modified_gmt", born_with="order_key")
