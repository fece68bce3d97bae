"""What must come of a scenario, worked out from its row and the design's table alone.

Nothing of the program is used here: no pack, no threshold, no rule. The limits are the defaults
that the design states, in days.
"""

from typing import Any

Row = dict[str, Any]

STALLED_DOMESTIC, STALLED_ABROAD, PAST_ETA, PICKUP = 5, 10, 3, 7
PRE_TRANSIT_CALENDAR_DAYS = 8  # always more than five business days; rows stay clear of the edge


def expected(row: Row) -> tuple[str, set[str]]:
    """Track, and the reasons that block it."""
    reasons = blocked(row)
    if reasons:
        return "escalate", reasons
    return ("exception" if exceptional(row) else "standard"), set()


def blocked(row: Row) -> set[str]:
    found = {
        "conflict:money": "total_minus" in row,
        "opted_out": row["opted_out"] is True,
        "missing:opted_out": row["opted_out"] is None,
        "missing:preferred_channel": row["preferred_channel"] is None and "phone" in row,
        "chargeback_open": row.get("chargeback") == "open",
        "shipment_cancelled": parcel_cancelled(row),
        "missing:tracking": shipped(row) and not parcel_cancelled(row) and tracking_unknown(row),
    }
    return {reason for reason, holds in found.items() if holds}


def exceptional(row: Row) -> bool:
    if row["for"] == "cancelled":
        return bool(row["refund"] != "succeeded")
    if not shipped(row):
        return False
    if row["tracker"]["status"] == "delivered":
        return row.get("claim") == "not_received"
    return in_trouble(row)


def shipped(row: Row) -> bool:
    return bool(row["for"] != "pending")


def parcel_cancelled(row: Row) -> bool:
    by_carrier = row.get("tracker", {}).get("status") == "cancelled"
    return bool(row.get("shipment_cancelled") or by_carrier)


def tracking_unknown(row: Row) -> bool:
    tracker = row.get("tracker")
    if tracker is None:
        return True
    overdue = tracker["eta_days_ago"] is not None and tracker["eta_days_ago"] > 0
    return tracker["status"] == "unknown" and not overdue


def in_trouble(row: Row) -> bool:
    tracker = row["tracker"]
    status, silent = tracker["status"], tracker["last_scan_days_ago"]
    if status in ("return_to_sender", "returned", "failure"):
        return True
    if status == "unknown":
        return True  # overdue, or it would have been blocked
    if status == "pre_transit":
        return bool(tracker["created_days_ago"] >= PRE_TRANSIT_CALENDAR_DAYS)
    if status == "available_for_pickup":
        return bool(silent >= PICKUP)
    limit = STALLED_ABROAD if "ship_from" in row else STALLED_DOMESTIC
    eta = tracker["eta_days_ago"]
    late = eta is not None and eta >= PAST_ETA
    return bool(silent >= limit or late or tracker["attempts"] >= 2)
