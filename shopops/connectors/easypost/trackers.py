"""An EasyPost tracker, bare, wrapped in {"tracker": ...}, or as the result of an event.

Trackers are known by their own id: EasyPost makes a new one when a carrier uses a code again.
"""

from typing import Any

from shopops.agents.records import Tracker, TrackerStatus
from shopops.connectors import parsed
from shopops.connectors.members import Node
from shopops.connectors.parsed import Parsed
from shopops.connectors.refusals import RefusalCode
from shopops.connectors.sources import Sourced

SOURCE = "easypost"
LISTS = ("trackers",)

STATUSES = {
    "unknown": TrackerStatus.UNKNOWN,
    "pre_transit": TrackerStatus.PRE_TRANSIT,
    "in_transit": TrackerStatus.IN_TRANSIT,
    "out_for_delivery": TrackerStatus.OUT_FOR_DELIVERY,
    "available_for_pickup": TrackerStatus.AVAILABLE_FOR_PICKUP,
    "delivered": TrackerStatus.DELIVERED,
    "return_to_sender": TrackerStatus.RETURN_TO_SENDER,
    "failure": TrackerStatus.FAILURE,
    "cancelled": TrackerStatus.CANCELLED,
    "error": TrackerStatus.UNKNOWN,  # EasyPost could not track it
}


def parse(payload: object) -> Parsed[Tracker]:
    node = _tracker(Node(payload, "$"))
    found = Sourced(node)
    found.put("id", node.require("id"), node.get("id").id())
    found.put("status", node.get("status"), _status(node))
    found.put("carrier", node.get("carrier"), node.get("carrier").text())
    found.put("code", node.get("tracking_code"), node.get("tracking_code").text())
    found.put("created_at", node.get("created_at"), node.get("created_at").instant())
    found.put("updated_at", node.get("updated_at"), node.get("updated_at").instant())
    eta = node.get("est_delivery_date")
    found.put("est_delivery_at", eta, eta.instant())
    _put_countries(found, node.get("carrier_detail"))
    scans = node.get("tracking_details")
    found.put("scans", scans, [_scan(scan, place) for place, scan in enumerate(scans.items(), 1)])
    for index, scan in enumerate(scans.items()):
        found.paths[f"scans[{index}]"] = scan.path
    found.put("source", node, SOURCE)
    return parsed.tracker(found.values, found.paths)


def _tracker(row: Node) -> Node:
    kind = row.get("object").value
    if kind == "Event":
        row = row.require("result")
        kind = row.get("object").value
    elif row.has("tracker"):
        row = row.require("tracker")
        kind = row.get("object").value
    if kind not in (None, "Tracker"):
        raise row.refused(RefusalCode.WRONG_TYPE, f"is a {kind}, not a tracker")
    return row


def _status(node: Node) -> TrackerStatus:
    """A parcel that was sent back: "delivered" then means back at the shop."""
    status = node.require("status").word(STATUSES)
    if node.get("is_return").flag() is True and status is TrackerStatus.DELIVERED:
        return TrackerStatus.RETURNED
    return status


def _put_countries(found: Sourced, detail: Node) -> None:
    for member, place in (
        ("origin_country", "origin_tracking_location"),
        ("destination_country", "destination_tracking_location"),
    ):
        found.put_text(member, detail.get(place).get("country"))


def _scan(node: Node, place: int) -> dict[str, Any]:
    """EasyPost's scans have no ids; their place in the list names them."""
    location = node.get("tracking_location")
    parts = [location.get(name).text() for name in ("city", "state", "country")]
    return {
        "id": str(place),
        "status": node.require("status").word(STATUSES),
        "at": node.require("datetime").instant(),
        "message": node.get("message").text(),
        "place": ", ".join(part for part in parts if part) or None,
    }
