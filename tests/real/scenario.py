"""The committed table of made-up values, and orders completed from it."""

import json
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.real.tau2 import PAYMENT, REFUND, Payload, as_it_is

TABLE: dict[str, Any] = json.loads(
    (Path(__file__).parent / "scenarios.json").read_text(encoding="utf-8")
)


def scenario_of(order: Payload) -> Payload:
    """The order's row: always the same one, spread over the rows for its status."""
    rows: list[Payload] = [row for row in TABLE["scenarios"] if row["for"] == order["status"]]
    number = int.from_bytes(sha256(order["order_id"].encode()).digest()[:4], "big")
    return rows[number % len(rows)]


def completed(order: Payload, user: Payload, now: datetime) -> tuple[Payload, Payload | None]:
    """The order with its row's values, and its tracker."""
    row = scenario_of(order)
    statuses = {PAYMENT: row["payment"], REFUND: row.get("refund", "")}
    payload = as_it_is(order, user, currency=row["currency"], statuses=statuses)
    payload["placed_at"] = _ago(now, row["placed_days_ago"])
    payload["updated_at"] = _ago(now, 0)
    payload["ship_from_country"] = row.get("ship_from", "US")
    payload["total"]["minor"] -= row.get("total_minus", 0)
    for name in ("language", "opted_out", "preferred_channel", "phone"):
        payload["customer"][name] = row.get(name)
    if "claim" in row:
        payload["claims"] = [{"id": "claim-1", "kind": row["claim"]}]
    if "chargeback" in row:
        payload["chargebacks"] = [{"id": "dispute-1", "open": row["chargeback"] == "open"}]
    tracker = None
    for shipment in payload["shipments"]:
        shipment["created_at"] = payload["placed_at"]
        shipment["cancelled"] = row.get("shipment_cancelled", False)
        if "tracker" in row:
            tracker = _tracker(f"tracker-{shipment['id']}", payload["id"], row["tracker"], now)
            shipment["tracker_id"] = tracker["id"]
    return payload, tracker


def _tracker(tracker_id: str, order_id: str, row: Payload, now: datetime) -> Payload:
    last = row["last_scan_days_ago"]
    days = [] if last is None else [last + earlier for earlier in range(max(row["attempts"], 1))]
    return {
        "id": tracker_id,
        "source": "tau2",
        "order_id": order_id,
        "status": row["status"],
        "carrier": None,
        "code": None,
        "created_at": _ago(now, row["created_days_ago"]),
        "updated_at": _ago(now, 0),
        "est_delivery_at": None if row["eta_days_ago"] is None else _ago(now, row["eta_days_ago"]),
        "scans": [
            {"id": f"e{place}", "status": row["status"], "at": _ago(now, ago)}
            for place, ago in enumerate(sorted(days, reverse=True), 1)
        ],
    }


def _ago(now: datetime, days: int) -> str:
    return (now - timedelta(days=days)).isoformat()
