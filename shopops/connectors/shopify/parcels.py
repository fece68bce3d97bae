"""Shopify's fulfilments as shipments."""

from typing import Any

from shopops.connectors.members import Node
from shopops.connectors.shopify.pieces import objects

# Whether a fulfilment in this status may be a parcel. "failure" and "error" are about the request
# to the warehouse and say nothing of a parcel: it stays in, without tracking, for a person.
IS_PARCEL = {
    "pending": False,
    "open": False,
    "success": True,
    "cancelled": True,
    "error": True,
    "failure": True,
}
CANCELLED = {status: status == "cancelled" for status in IS_PARCEL}


def fulfilments(document: Node) -> list[Node]:
    found = objects(document, "fulfillments")
    return [node for node in found if node.get("status").word(IS_PARCEL)]


def shipment(node: Node) -> dict[str, Any]:
    """`tracker_id` stays empty: Shopify gives a tracking number, and carriers use those again."""
    return {
        "id": node.get("id").id(),
        "tracking_code": node.get("tracking_number").text(),
        "carrier": node.get("tracking_company").text(),
        "cancelled": node.get("status").word(CANCELLED),
        "created_at": node.get("created_at").instant(),
        "lines": [_line(item) for item in node.get("line_items").items()],
    }


def _line(item: Node) -> dict[str, Any]:
    return {"line_id": item.require("id").id(), "quantity": item.require("quantity").whole()}
