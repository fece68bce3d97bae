"""A Shopify order, with the transactions, refunds, fulfilments and disputes received beside it."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from shopops.agents.records import Order, OrderState
from shopops.connectors import parsed
from shopops.connectors.members import Node
from shopops.connectors.parsed import Parsed
from shopops.connectors.shopify import parcels, payments, pieces
from shopops.connectors.shopify.contact import contact, destination
from shopops.connectors.shopify.prices import Prices, conflicts
from shopops.connectors.sources import OFTEN_ABSENT, Sourced

SOURCE = "shopify"


def parse(payload: object) -> Parsed[Order]:
    """The composed document `{"order": {...}, "transactions": [...], ...}` as a record.

    Where the order was told in two dialects, the newer one counts. While both say the same, the
    record and its paths stay those of the first, so that asking again is no news of itself.
    """
    document = Node(payload, "$")
    first, *others = [_read(document, order) for order in pieces.orders(document)]
    newest = max([first, *others], key=_told_at)
    return first if newest is first else _agreed(first, newest)


def _agreed(first: Parsed[Order], newest: Parsed[Order]) -> Parsed[Order]:
    """Sums are compared in the first dialect only where the other lacks one of them, so what one
    of both finds to disagree stays found."""
    conflicts = tuple(dict.fromkeys((*first.record.conflicts, *newest.record.conflicts)))
    record = msgspec.structs.replace(
        first.record, updated_at=newest.record.updated_at, conflicts=conflicts
    )
    if record != msgspec.structs.replace(newest.record, conflicts=conflicts):
        return newest
    return Parsed(record, {**first.paths, "updated_at": newest.paths["updated_at"]})


def _told_at(found: Parsed[Order]) -> datetime:
    return found.record.updated_at or datetime.min.replace(tzinfo=UTC)


def _read(document: Node, order: Node) -> Parsed[Order]:
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
