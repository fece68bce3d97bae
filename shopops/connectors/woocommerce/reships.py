"""Sending again: a new order with the same products and address, and prices of 0.

The lines' own fields go along (an engraving, a size), but those that begin with _, in which
WooCommerce keeps what it did for the first order, such as stock that it took.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from shopops.connectors.members import Node
from shopops.connectors.pieces import ORDER
from shopops.connectors.ports import Done, NotOffered, ReshipAsk, ReshipLine
from shopops.connectors.refusals import RowRefused
from shopops.connectors.strict_json import decode
from shopops.connectors.woocommerce.marks import CAUSE, KEY, REPLACES, marks

FREE = "0.00"
FIELDS = "id,date_created_gmt,meta_data"


def body_of(ask: ReshipAsk, *, status: str) -> bytes:
    """Raises `NotOffered` where the order cannot be copied."""
    try:
        order = _order(ask)
        copied = {
            "status": status,
            "currency": order.require("currency").value,
            "customer_id": order.get("customer_id").value or 0,
            "billing": order.get("billing").value or {},
            "shipping": order.get("shipping").value or {},
            "line_items": [_line(node, quantity) for node, quantity in _wanted(order, ask.lines)],
            "shipping_lines": [_way(node) for node in order.get("shipping_lines").items()],
            "meta_data": marks(**{KEY: ask.key, REPLACES: ask.order_id, CAUSE: ask.reason}),
        }
    except RowRefused as refused:
        raise NotOffered(f"Order {ask.order_number} cannot be copied: {refused}.") from refused
    return msgspec.json.encode(copied)


def what_became(order: Node) -> Done:
    """Of an order that is our replacement."""
    return Done(remote_id=order.require("id").id(), at=order.get("date_created_gmt").utc())


def _order(ask: ReshipAsk) -> Node:
    """The order inside the document that is held of it."""
    if not ask.document:
        raise NotOffered(f"Order {ask.order_number} is not held as the shop told it.")
    order = Node(decode(ask.document), "$").require(ORDER)
    if order.require("id").id() != ask.order_id:
        raise NotOffered(f"What is held of order {ask.order_number} is another order.")
    return order


def _wanted(order: Node, lines: Sequence[ReshipLine]) -> list[tuple[Node, int]]:
    told = {node.require("id").id(): node for node in order.require("line_items").items()}
    if not lines:
        return [(node, node.require("quantity").whole()) for node in told.values()]
    missing = [line.line_id for line in lines if line.line_id not in told]
    if missing:
        raise NotOffered(f"The order has no line {missing[0]} any more.")
    return [(told[line.line_id], line.quantity) for line in lines]


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
