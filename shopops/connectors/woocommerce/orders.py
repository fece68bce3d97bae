"""A WooCommerce order with the refunds received beside it.

Times are read from the `..._gmt` members, which are UTC by their name; the members without it are
in the site's own zone, which the payload does not tell.
"""

from datetime import datetime
from html import unescape
from typing import Any

from shopops.agents.records import Order, OrderState
from shopops.connectors import parsed
from shopops.connectors.members import Node
from shopops.connectors.parsed import Parsed
from shopops.connectors.pieces import ORDER
from shopops.connectors.refusals import RefusalCode
from shopops.connectors.sources import OFTEN_ABSENT, Sourced
from shopops.connectors.woocommerce.amounts import minor
from shopops.connectors.woocommerce.contact import contact, destination
from shopops.connectors.woocommerce.parcels import parcels, shipment
from shopops.connectors.woocommerce.payments import Refunds, payment, total_agrees

SOURCE = "woocommerce"
REFUNDED = "refunded"

# "failed" is a payment that did not go through: the order is still open and holds no money.
STATES = {
    "pending": OrderState.OPEN,
    "processing": OrderState.OPEN,
    "on-hold": OrderState.OPEN,
    "failed": OrderState.OPEN,
    "completed": OrderState.CLOSED,
    REFUNDED: OrderState.CLOSED,
    "cancelled": OrderState.CANCELLED,
    "trash": OrderState.CANCELLED,
}


def parse(payload: object) -> Parsed[Order]:
    """The composed document `{"order": {...}, "refunds": [...]}` as a record."""
    document = Node(payload, "$")
    order = document.require(ORDER)
    currency = order.require("currency").id()
    found = Sourced(order, OFTEN_ABSENT)
    found.put("id", order.require("id"), order.get("id").id())
    found.put("number", order.get("number"), order.get("number").text())
    found.put("state", order.get("status"), _state(order))
    found.put("placed_at", order.get("date_created_gmt"), _placed_at(order))
    found.put("updated_at", order.get("date_modified_gmt"), order.get("date_modified_gmt").utc())
    total = order.require("total")
    found.put("total", total, {"minor": minor(total, currency), "currency": currency})
    found.paths["total.currency"] = order.get("currency").path
    contact(found, order)
    destination(found, order.get("shipping"))
    lines = order.require("line_items")
    found.put_list("lines", lines, lines.items(), lambda line: _line(line, currency))
    found.put_list("shipments", order, parcels(order), shipment)
    _put_money(found, document, currency)
    found.put("source", order, SOURCE)
    return parsed.order(found.values, found.paths)


def _state(order: Node) -> OrderState:
    """A full refund takes the place of the status before it, and only the date of completion tells
    whether the order was completed by then."""
    status = order.require("status")
    if status.value == REFUNDED and order.get("date_completed_gmt").value is None:
        return OrderState.OPEN
    return status.word(STATES)


def _placed_at(order: Node) -> datetime | None:
    created = order.get("date_created_gmt")
    if created.value is None and order.get("date_created").value is not None:
        reason = "is in the site's own zone, which is not told; export `date_created_gmt` too"
        raise order.get("date_created").refused(RefusalCode.NAIVE_TIME, reason)
    return order.require("date_created_gmt").utc()


def _put_money(found: Sourced, document: Node, currency: str) -> None:
    order = document.get(ORDER)
    paid = [order.get("date_paid_gmt")] if order.get("date_paid_gmt").value is not None else []
    found.put_list("transactions", order, paid, lambda at: payment(order, at, currency))
    refunds = Refunds.of(document, currency)
    found.put_list("refunds", document, refunds.nodes, refunds.record)
    conflicts = [] if total_agrees(order, currency) else ["total_sum"]
    found.put("conflicts", order, conflicts + refunds.conflicts())


def _line(line: Node, currency: str) -> dict[str, Any]:
    """`total` is the line after discounts, without tax. Names come with HTML entities in them."""
    return {
        "id": line.require("id").id(),
        "title": unescape(line.require("name").text() or ""),
        "quantity": line.require("quantity").whole(),
        "total": {"minor": minor(line.require("total"), currency), "currency": currency},
        "sku": line.get("sku").text(),
    }
