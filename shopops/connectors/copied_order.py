"""What is sent again is copied from the order as its source told it last."""

from collections.abc import Callable

from shopops.connectors.members import Node
from shopops.connectors.ports import NotOffered, ReshipAsk
from shopops.connectors.strict_json import decode


def copied_order(ask: ReshipAsk, newest: Callable[[Node], Node]) -> Node:
    """`newest`: the order in the document that is held of it. Raises `NotOffered` and
    `RowRefused`."""
    if not ask.document:
        raise NotOffered(f"Order {ask.order_number} is not held as the shop told it.")
    order = newest(Node(decode(ask.document), "$"))
    if order.require("id").id() != ask.order_id:
        raise NotOffered(f"What is held of order {ask.order_number} is another order.")
    return order


def copied_lines(
    order: Node, ask: ReshipAsk, *, is_sent: Callable[[Node], bool] = lambda line: True
) -> list[tuple[Node, int]]:
    """The lines that are asked for and how many of each; where none is named, all of those that are
    sent. Raises like `copied_order`."""
    told = {node.require("id").id(): node for node in order.require("line_items").items()}
    if not ask.lines:
        return [(one, one.require("quantity").whole()) for one in told.values() if is_sent(one)]
    missing = [line.line_id for line in ask.lines if line.line_id not in told]
    if missing:
        raise NotOffered(f"The order has no line {missing[0]} any more.")
    return [(told[line.line_id], line.quantity) for line in ask.lines]
