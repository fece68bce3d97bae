"""A refund of one payment.

It goes to the payment's own transaction, in the currency that the customer paid in. Shopify refuses
a second refund under the same key for a day; the key stands in the refund's note as well, by which
it is found on the order itself for ever.
"""

from typing import Any
from uuid import NAMESPACE_URL, uuid5

from shopops import money
from shopops.agents.records import TransactionStatus
from shopops.connectors.members import Node
from shopops.connectors.ports import Absent, Done, NotOffered, RefundAsk, Refused, Unknown
from shopops.connectors.shopify import outcomes
from shopops.connectors.shopify.dialect import Told as View
from shopops.connectors.shopify.looked_up import order_in
from shopops.connectors.shopify.outcomes import Outcome
from shopops.connectors.shopify.payments import STATUSES

FAILED = TransactionStatus.FAILED
NAME = "ShopOpsRefund"
MEMBER = "refundCreate"
_REFUND = """
  id note createdAt
  transactions(first: 5) { nodes { id kind status createdAt } }
"""
DOCUMENT = f"""
mutation {NAME}($input: RefundInput!, $key: String!) {{
  {MEMBER}(input: $input) @idempotent(key: $key) {{
    refund {{ {_REFUND} }}
    userErrors {{ field message }}
  }}
}}
"""

LOOK_NAME = "ShopOpsRefunds"
MOST = 100
LOOK = f"""
query {LOOK_NAME}($id: ID!) {{
  order(id: $id) {{ id refunds(first: {MOST}) {{ {_REFUND} }} }}
}}
"""


def variables(ask: RefundAsk) -> dict[str, Any]:
    """Raises `NotOffered`."""
    if not ask.method:
        raise NotOffered("Which payment method it was is not known here; read the order again.")
    order = f"gid://shopify/Order/{ask.order_id}"
    transaction = {
        "orderId": order,
        "parentId": f"gid://shopify/OrderTransaction/{ask.transaction_id}",
        "kind": "REFUND",
        "gateway": ask.method,
        "amount": money.plain_minor(ask.amount_minor, ask.currency),
    }
    told = {
        "orderId": order,
        "currency": ask.currency,
        "note": f"{mark(ask.key)} {ask.reason}",
        "notify": False,
        "transactions": [transaction],
    }
    return {"input": told, "key": str(uuid5(NAMESPACE_URL, f"shopops:{ask.key}"))}


def mark(key: str) -> str:
    return f"ShopOps {key}"


def done(payload: View) -> Outcome:
    return _of(payload.require("refund"))


def found(data: Node, ask: RefundAsk) -> Done | Absent | Unknown:
    """An order lists all its refunds, the newest too: it is read itself, not searched for."""
    order = order_in(data, ask)
    if isinstance(order, Unknown):
        return order
    told = list(order.get("refunds").items())
    outcomes = [_of(one) for one in told if mark(ask.key) in (one.get("note").text() or "")]
    settled = [one for one in outcomes if not isinstance(one, Refused)]
    if settled:
        return next((one for one in settled if isinstance(one, Done)), settled[0])
    if len(told) >= MOST:
        text = f"The order has {MOST} refunds or more."
        return Unknown(code="too_many", detail=text, for_good=True, answered=True)
    return Absent()  # there is none, or only such as the payment provider turned down


def _of(refund: View) -> Outcome:
    """By its transaction, whose id is the id of the refund in our records."""
    moved = list(refund.get("transactions").items())
    if not moved:
        text = "The refund is there, but no money moved yet."
        return Unknown(code="no_transaction", detail=text, answered=True)
    kept = [node for node in moved if node.get("status").word(STATUSES) is not FAILED]
    if not kept:
        text = "Shopify made the refund, and the payment provider turned it down. No money moved."
        return Refused(code="declined", detail=text)
    return outcomes.done(kept[0])
