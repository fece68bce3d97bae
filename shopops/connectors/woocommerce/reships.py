"""Sending again: a new order with the same products and address, and prices of 0.

The lines' own fields go along (an engraving, a size), but those that begin with _, in which
WooCommerce keeps what it did for the first order, such as stock that it took.
"""

from typing import Any

import msgspec

from shopops.connectors.copied_order import copied_lines, copied_order
from shopops.connectors.members import Node
from shopops.connectors.pieces import ORDER
from shopops.connectors.ports import Done, NotOffered, ReshipAsk
from shopops.connectors.refusals import RowRefused
from shopops.connectors.woocommerce.marks import CAUSE, KEY, REPLACES, marks

FREE = "0.00"
FIELDS = "id,date_created_gmt,meta_data"


def body_of(ask: ReshipAsk, *, status: str) -> bytes:
    """Raises `NotOffered` where the order cannot be copied."""
    try:
        order = copied_order(ask, lambda document: document.require(ORDER))
        copied = {
            "status": status,
            "currency": order.require("currency").value,
            "customer_id": order.get("customer_id").value or 0,
            "billing": order.get("billing").value or {},
            "shipping": order.get("shipping").value or {},
            "line_items": [_line(node, quantity) for node, quantity in copied_lines(order, ask)],
            "shipping_lines": [_way(node) for node in order.get("shipping_lines").items()],
            "meta_data": marks(**{KEY: ask.key, REPLACES: ask.order_id, CAUSE: ask.reason}),
        }
    except RowRefused as refused:
        raise NotOffered(f"Order {ask.order_number} cannot be copied: {refused}.") from refused
    return msgspec.json.encode(copied)


def what_became(order: Node) -> Done:
    """Of an order that is our replacement."""
    return Done(remote_id=order.require("id").id(), at=order.get("date_created_gmt").utc())


def _line(line: Node, quantity: int) -> dict[str, Any]:
    if not line.get("product_id").value:
        name = line.get("name").value
        raise NotOffered(f"The product of the line {name!r} is not in the shop any more.")
    return {
        "product_id": line.get("product_id").whole(),
        "variation_id": line.get("variation_id").value or 0,
        "quantity": quantity,
        "subtotal": FREE,
        "total": FREE,
        "meta_data": [
            {"key": field.get("key").value, "value": field.get("value").value}
            for field in line.get("meta_data").items()
            if not str(field.get("key").value).startswith("_")
        ],
    }


def _way(shipping: Node) -> dict[str, Any]:
    return {
        "method_id": shipping.get("method_id").value,
        "method_title": shipping.get("method_title").value,
        "total": FREE,
    }
