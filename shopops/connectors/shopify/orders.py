"""A Shopify order, with the transactions, refunds, fulfilments and disputes received beside it."""

from typing import Any

from shopops.agents.records import Order, OrderState
from shopops.connectors import parsed
from shopops.connectors.members import Node
from shopops.connectors.parsed import Parsed
from shopops.connectors.pieces import ORDER
from shopops.connectors.shopify import parcels, payments
from shopops.connectors.shopify.contact import contact, destination
from shopops.connectors.shopify.prices import Prices, conflicts
from shopops.connectors.sources import OFTEN_ABSENT, Sourced

SOURCE = "shopify"


def parse(payload: object) -> Parsed[Order]:
    """The composed document `{"order": {...}, "transactions": [...], ...}` as a record."""
    document = Node(payload, "$")
    order = document.require(ORDER)
    prices = Prices.of(order)
    found = Sourced(order, OFTEN_ABSENT)
    found.put("id", order.require("id"), order.get("id").id())
    found.put("number", order.get("name"), order.get("name").text())
    found.put("state", *_state(order))
    found.put("placed_at", order.get("created_at"), order.require("created_at").instant())
    found.put("updated_at", order.get("updated_at"), order.get("updated_at").instant())
    _put_totals(found, order, prices)
    contact(found, order)
    destination(found, order.get("shipping_address"))
    lines = order.require("line_items")
    found.put_list("lines", lines, lines.items(), lambda line: _line(line, prices))
    _put_money_and_parcels(found, document, prices)
    found.put("conflicts", order, conflicts(order, prices))
    found.put("source", order, SOURCE)
    return parsed.order(found.values, found.paths)


def _put_totals(found: Sourced, order: Node, prices: Prices) -> None:
    total = prices.paid_at(order, "total_price")
    found.put("total", total, prices.amount(total.minor(prices.presentment)))
    if not prices.single:
        plain = order.require("total_price")
        amount = {"minor": plain.minor(prices.shop), "currency": prices.shop}
        found.put("shop_total", plain, amount)
    name = "currency" if prices.single else "presentment_currency"
    found.paths["total.currency"] = order.get(name).path


def _put_money_and_parcels(found: Sourced, document: Node, prices: Prices) -> None:
    taken, returned = payments.movements(document)
    found.put_list("transactions", document, taken, lambda node: payments.transaction(node, prices))
    found.put_list("refunds", document, returned, lambda node: payments.refund(node, prices))
    found.put_list("shipments", document, parcels.fulfilments(document), parcels.shipment)
    found.put_list("chargebacks", document, payments.disputes(document), payments.chargeback)


def _state(order: Node) -> tuple[Node, OrderState]:
    """Cancelled and closed are times in Shopify; the time that is there decides."""
    cancelled, closed = order.get("cancelled_at"), order.get("closed_at")
    if cancelled.instant() is not None:
        return cancelled, OrderState.CANCELLED
    if closed.instant() is not None:
        return closed, OrderState.CLOSED
    return cancelled, OrderState.OPEN


def _line(line: Node, prices: Prices) -> dict[str, Any]:
    """`requires_shipping: false` is how Shopify says that nothing is sent."""
    return {
        "id": line.require("id").id(),
        "title": line.require("title").text() or "",
        "quantity": line.require("quantity").whole(),
        "total": prices.amount(prices.line_total(line)),
        "sku": line.get("sku").text(),
        "digital": line.get("requires_shipping").flag() is False,
    }
