"""O-1001 to O-1013: one order for each answer that tracking can give."""

from collections.abc import Iterator
from typing import Any

from shopops.agents.records import Claim, ClaimKind, TrackerStatus
from shopops.agents.teaching.parts import Case, Desk

PRE_TRANSIT = TrackerStatus.PRE_TRANSIT
IN_TRANSIT = TrackerStatus.IN_TRANSIT
ATTEMPTED = TrackerStatus.DELIVERY_ATTEMPTED
PICKUP = TrackerStatus.AVAILABLE_FOR_PICKUP
DELIVERED = TrackerStatus.DELIVERED


def parcel_cases(desk: Desk) -> Iterator[Case]:
    yield _stalled(desk)
    yield from _on_the_road(desk)
    yield from _ended(desk)
    yield from _silent(desk)


def _case(
    desk: Desk,
    number: int,
    teaches: str,
    status: TrackerStatus,
    *scans: tuple[TrackerStatus, float],
    **of_order: Any,
) -> Case:
    tracker_id = f"trk-{number}"
    order = desk.order(f"O-{number}", shipments=(desk.parcel(tracker_id),), **of_order)
    return Case(teaches, order, (desk.tracker(tracker_id, status, *scans),))


def _stalled(desk: Desk) -> Case:
    """O-1001, the first example of the documentation. Keep its numbers."""
    return _case(
        desk,
        1001,
        "a stalled parcel; the customer's language is not known",
        IN_TRANSIT,
        (PRE_TRANSIT, 8),
        (IN_TRANSIT, 7.5),
        (IN_TRANSIT, 7),
        (IN_TRANSIT, 6),
    )


def _on_the_road(desk: Desk) -> Iterator[Case]:
    yield _case(desk, 1002, "a parcel that moves", IN_TRANSIT, (PRE_TRANSIT, 3), (IN_TRANSIT, 1))
    yield _case(
        desk,
        1003,
        "six days of silence, but the parcel crosses a border",
        IN_TRANSIT,
        (IN_TRANSIT, 6),
        ship_from_country="US",
    )
    yield _case(
        desk,
        1004,
        "the carrier rang twice",
        ATTEMPTED,
        (IN_TRANSIT, 4),
        (ATTEMPTED, 3),
        (ATTEMPTED, 2),
    )
    yield _case(desk, 1005, "eight days at the pickup point", PICKUP, (IN_TRANSIT, 10), (PICKUP, 8))
    yield _case(desk, 1006, "a label, and ten days no parcel", PRE_TRANSIT, (PRE_TRANSIT, 10))


def _ended(desk: Desk) -> Iterator[Case]:
    scans = (IN_TRANSIT, 5), (DELIVERED, 3)
    yield _case(desk, 1007, "a parcel that arrived", DELIVERED, *scans)
    yield _case(
        desk,
        1008,
        "delivered says the carrier, never received says the customer",
        DELIVERED,
        *scans,
        claims=(Claim(id="k1", kind=ClaimKind.NOT_RECEIVED, made_at=desk.ago(1)),),
    )
    yield _case(
        desk,
        1009,
        "on its way back to the shop",
        TrackerStatus.RETURN_TO_SENDER,
        (IN_TRANSIT, 5),
        (TrackerStatus.RETURN_TO_SENDER, 2),
    )
    yield _case(
        desk,
        1010,
        "the carrier gave up",
        TrackerStatus.FAILURE,
        (IN_TRANSIT, 5),
        (TrackerStatus.FAILURE, 2),
    )
    cancelled = desk.parcel("trk-1011", cancelled=True)
    yield Case("a parcel that was cancelled", desk.order("O-1011", shipments=(cancelled,)))


def _silent(desk: Desk) -> Iterator[Case]:
    untracked = desk.parcel(None)
    yield Case("a parcel without tracking", desk.order("O-1012", shipments=(untracked,)))
    late = desk.tracker("trk-1013", TrackerStatus.UNKNOWN, est_delivery_at=desk.ago(1))
    yield Case(
        "the carrier says nothing, and the day of arrival is past",
        desk.order("O-1013", shipments=(desk.parcel("trk-1013"),)),
        (late,),
    )
