"""A refund: asked for, read back, looked for.

WooCommerce saves the refund, calls the payment provider, notes on the refund that the payment went
back, and only then saves our key with it. So the reason, which is saved first, has the beginning
of the key in it too; the customer sees the reason on the order. A refund without the provider's
word on it is one of which nobody can say whether money moved.
"""

from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from shopops.connectors.members import Node
from shopops.connectors.ports import Done, RefundAsk, Unknown
from shopops.connectors.woocommerce.marks import CAUSE, KEY, is_marked, marks, reference
from shopops.money import plain_minor

FIELDS = "id,date_created_gmt,amount,reason,refunded_payment,meta_data"


def body_of(ask: RefundAsk) -> bytes:
    return msgspec.json.encode(
        {
            "amount": plain_minor(ask.amount_minor, ask.currency),
            "reason": _reason(ask.key),
            "api_refund": True,
            "api_restock": False,
            "meta_data": marks(**{KEY: ask.key, CAUSE: ask.reason}),
        }
    )


def is_of(refund: Node, key: str) -> bool:
    return is_marked(refund, key) or refund.get("reason").value == _reason(key)


def what_became(refund: Node, *, amount: str) -> Done | Unknown:
    """Of a refund that is ours; `amount` as it was asked for."""
    remote_id = refund.require("id").id()
    if not _same(refund.get("amount").value, amount):
        detail = f"Refund {remote_id} is of {refund.get('amount').value}, not of {amount}."
        return Unknown(code="other_amount", detail=detail, answered=True)
    if refund.get("refunded_payment").value is not True:
        detail = (
            f"The shop has refund {remote_id}, but nothing in it says that the payment provider "
            "sent the money. Look there."
        )
        return Unknown(code="payment_not_confirmed", detail=detail, answered=True)
    return Done(remote_id=remote_id, at=refund.get("date_created_gmt").utc())


def _reason(key: str) -> str:
    return f"Refund {reference(key)}"


def _same(told: Any, asked: str) -> bool:
    """The shop writes amounts with its own number of decimals."""
    try:
        return Decimal(str(told)) == Decimal(asked)
    except InvalidOperation:
        return False
