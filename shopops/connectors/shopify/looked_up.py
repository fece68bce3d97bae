"""The order in the answer to a look-up, by which it is found what became of an earlier try."""

from shopops.connectors.members import Node
from shopops.connectors.ports import ORDER_GONE, Ask, Unknown
from shopops.connectors.shopify.dialect import Told as View
from shopops.connectors.shopify.outcomes import view


def order_in(data: Node, ask: Ask) -> View | Unknown:
    """Where the order itself is gone, nobody can say any more."""
    order = view(data.get("order"))
    if order.value is not None:
        return order
    return Unknown(
        code=ORDER_GONE,
        detail=f"Shopify no longer has order {ask.order_number}.",
        for_good=True,
        answered=True,
    )
