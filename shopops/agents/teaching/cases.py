"""All teaching cases, in order of their number."""

from datetime import datetime

from shopops.agents.records import TrackerStatus
from shopops.agents.teaching.parts import Case, Desk


def teaching_cases(now: datetime) -> list[Case]:
    return [the_stalled_parcel(Desk(now))]


def the_stalled_parcel(desk: Desk) -> Case:
    """O-1001, the first example of the documentation. Keep its numbers."""
    return Case(
        "a stalled parcel of a customer whose language is not known",
        desk.order("O-1001", number="1001", shipments=(desk.parcel("trk-1001"),)),
        (
            desk.tracker(
                "trk-1001",
                TrackerStatus.IN_TRANSIT,
                (TrackerStatus.PRE_TRANSIT, 8),
                (TrackerStatus.IN_TRANSIT, 7.5),
                (TrackerStatus.IN_TRANSIT, 7),
                (TrackerStatus.IN_TRANSIT, 6),
            ),
        ),
    )
