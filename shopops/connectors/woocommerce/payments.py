"""WooCommerce's money: one payment of the whole total, and refunds told in two places."""

from dataclasses import dataclass
from typing import Any

from shopops.agents.records import TransactionKind, TransactionStatus
from shopops.connectors.members import Node
from shopops.connectors.pieces import ORDER
from shopops.connectors.refusals import RefusalCode
from shopops.connectors.woocommerce.amounts import minor


def payment(order: Node, paid_at: Node, currency: str) -> dict[str, Any]:
    """`date_paid_gmt` says that the total was paid. Its id: the gateway's, or the order's own."""
    return {
        "id": order.get("transaction_id").text() or f"order-{order.get('id').id()}",
        "kind": TransactionKind.CAPTURE,
        "status": TransactionStatus.SUCCEEDED,
        "amount": {"minor": minor(order.require("total"), currency), "currency": currency},
        "method": order.get("payment_method").text(),
        "created_at": paid_at.utc(),
    }


def total_agrees(order: Node, currency: str) -> bool:
    """Lines (after discounts), shipping, fees and tax make up the total."""
    parts = [
        minor(node.require("total"), currency, allow_negative=True)
        for name in ("line_items", "shipping_lines", "fee_lines")
        for node in order.get(name).items()
    ]
    tax = order.get("total_tax")
    if tax.value is not None:
        parts.append(minor(tax, currency))
    return sum(parts) == minor(order.require("total"), currency)


@dataclass(frozen=True, slots=True)
class Refunds:
    """The order lists its refunds as negative totals; the refund's own object tells more.

    `refunded_payment: true` there says that the payment provider sent the money back. False, or
    only the short form in the order, proves nothing, so the refund is pending.
    """

    nodes: list[Node]
    short: dict[str, Node]
    currency: str

    @classmethod
    def of(cls, document: Node, currency: str) -> "Refunds":
        order = document.get(ORDER)
        short = {node.require("id").id(): node for node in order.get("refunds").items()}
        full = {
            node.require("id").id(): node
            for node in document.get("refunds").items()
            if node.get("id").id() in short or not _gone(node, order)
        }
        return cls(list({**short, **full}.values()), short, currency)

    def record(self, node: Node) -> dict[str, Any]:
        moved = node.get("refunded_payment").flag() is True
        return {
            "id": node.get("id").id(),
            "status": TransactionStatus.SUCCEEDED if moved else TransactionStatus.PENDING,
            "amount": {"minor": self._minor(node), "currency": self.currency},
            "created_at": node.get("date_created_gmt").utc(),
        }

    def conflicts(self) -> list[str]:
        """The same refund told with two amounts."""
        for node in self.nodes:
            short = self.short.get(node.get("id").id(), node)
            if self._minor(short) != self._minor(node):
                return ["refund_amount"]
        return []

    def _minor(self, node: Node) -> int:
        if node.has("amount"):
            return minor(node.require("amount"), self.currency)
        total = node.require("total")
        told = minor(total, self.currency, allow_negative=True)
        if told > 0:
            raise total.refused(RefusalCode.NOT_MONEY, "is positive; a refund's total is negative")
        return -told


def _gone(refund: Node, order: Node) -> bool:
    """The order lists each of its refunds. One that a later state of it does not list was deleted,
    as WooCommerce does where the payment provider did not send the money."""
    made, told = refund.get("date_created_gmt").utc(), order.get("date_modified_gmt").utc()
    return order.has("refunds") and made is not None and told is not None and made < told
