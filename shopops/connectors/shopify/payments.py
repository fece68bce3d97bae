"""Shopify's transactions, refunds and disputes as records."""

from typing import Any

from shopops.agents.records import TransactionKind, TransactionStatus
from shopops.connectors.members import Node
from shopops.connectors.refusals import RefusalCode
from shopops.connectors.shopify.pieces import is_unsettled, objects
from shopops.connectors.shopify.prices import Prices

REFUND = "refund"
KINDS = {
    "authorization": TransactionKind.AUTHORIZATION,
    "sale": TransactionKind.CAPTURE,
    "capture": TransactionKind.CAPTURE,
    "void": TransactionKind.VOID,
    REFUND: None,
}
STATUSES = {
    "success": TransactionStatus.SUCCEEDED,
    "pending": TransactionStatus.PENDING,
    "failure": TransactionStatus.FAILED,
    "error": TransactionStatus.FAILED,
    # Said by queries only. Nobody knows yet, so the money counts as still on its way.
    "awaiting_response": TransactionStatus.PENDING,
    "unknown": TransactionStatus.PENDING,
}
DISPUTE_KINDS = {"chargeback": True, "inquiry": False}
OPEN_DISPUTE = {
    "needs_response": True,
    "under_review": True,
    "charge_refunded": False,
    "accepted": False,
    "won": False,
    "lost": False,
    "prevented": False,
}


def movements(document: Node) -> tuple[list[Node], list[Node]]:
    """Transactions and refund transactions, each once.

    A refund's transactions stand inside the refund object and again among the transactions; of two
    reports the one that is no longer pending is the later one. A refund object without any
    transaction moved no money (it only took items back into stock).
    """
    found: dict[str, Node] = {}
    inside = [node for refund in objects(document, "refunds") for node in _inside(refund)]
    for node in [*objects(document, "transactions"), *inside]:
        known = found.get(node.get("id").id())
        if known is None or is_unsettled(known):
            found[node.get("id").id()] = node
    payments = [node for node in found.values() if _kind(node) is not None]
    refunds = [node for node in found.values() if _kind(node) is None]
    return payments, refunds


def transaction(node: Node, prices: Prices) -> dict[str, Any]:
    return {
        "id": node.get("id").id(),
        "kind": _kind(node),
        "status": node.get("status").word(STATUSES),
        "amount": _amount(node, prices),
        "method": node.get("gateway").text(),
        "created_at": node.get("created_at").instant(),
    }


def refund(node: Node, prices: Prices) -> dict[str, Any]:
    parent = node.get("parent_id")
    return {
        "id": node.get("id").id(),
        "status": node.get("status").word(STATUSES),
        "amount": _amount(node, prices),
        "transaction_id": None if parent.value is None else parent.id(),
        "created_at": node.get("created_at").instant(),
    }


def disputes(document: Node) -> list[Node]:
    """Chargebacks only; an inquiry takes no money."""
    found = objects(document, "disputes")
    return [node for node in found if node.get("type").word(DISPUTE_KINDS)]


def chargeback(node: Node) -> dict[str, Any]:
    return {"id": node.get("id").id(), "open": node.get("status").word(OPEN_DISPUTE)}


def _inside(refund_object: Node) -> list[Node]:
    return list(refund_object.get("transactions").items())


def _kind(node: Node) -> TransactionKind | None:
    return node.get("kind").word(KINDS)


def _amount(node: Node, prices: Prices) -> dict[str, Any]:
    """In the transaction's own currency; without one, in the only currency the order has."""
    own = node.get("currency")
    currency = own.text()
    if currency is None:
        if not prices.single:
            reason = f"is missing, and the order has two: {prices.shop} and {prices.presentment}"
            raise own.refused(RefusalCode.MISSING, reason)
        currency = prices.shop
    return {"minor": node.require("amount").minor(currency), "currency": currency}
