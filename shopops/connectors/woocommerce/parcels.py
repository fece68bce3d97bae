"""Parcels of an order: WooCommerce has none, so they are told in a field of the shop's own.

Each field `tracker_id` of the order names one tracker. Tracking numbers, which plugins keep under
many names, are not read: carriers use them again.
"""

from typing import Any

from shopops.connectors.members import Node

TRACKER_ID = "tracker_id"


def parcels(order: Node) -> list[Node]:
    """The fields' values; one that stands there twice is one parcel."""
    fields = [field.get("value") for field in order.get("meta_data").items() if _names_one(field)]
    return list({field.value: field for field in fields}.values())


def shipment(value: Node) -> dict[str, Any]:
    return {"id": value.id(), "tracker_id": value.id()}


def _names_one(field: Node) -> bool:
    return field.get("key").value == TRACKER_ID and bool(field.get("value").text())
