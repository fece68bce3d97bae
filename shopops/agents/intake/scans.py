"""A tracker's scans in order of time: each once, those of the future apart."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from shopops.agents.records import Scan, Tracker, TrackerStatus


class SeenScan(Struct, frozen=True):
    scan: Scan
    member: str  # where it stands in the tracker record: "scans[3]"


class Scans(Struct, frozen=True):
    """`seen`: at or before now, oldest first. `ahead`: claimed for a time still to come."""

    seen: list[SeenScan]
    ahead: list[SeenScan]

    def of(self, status: TrackerStatus) -> list[SeenScan]:
        return [seen for seen in self.seen if seen.scan.status is status]

    def waiting_since(self, status: TrackerStatus) -> SeenScan | None:
        """The first scan of the unbroken run of `status` at the end; a reminder is no new start."""
        first = None
        for seen in reversed(self.seen):
            if seen.scan.status is not status:
                break
            first = seen
        return first


def read_scans(tracker: Tracker, now: datetime) -> Scans:
    """Sort the scans. Two of one status at one instant are one scan, told twice."""
    ordered = sorted(_distinct(tracker.scans), key=lambda seen: seen.scan.at)
    return Scans(
        seen=[seen for seen in ordered if seen.scan.at <= now],
        ahead=[seen for seen in ordered if seen.scan.at > now],
    )


def _distinct(scans: Iterable[Scan]) -> list[SeenScan]:
    first: dict[tuple[TrackerStatus, datetime], SeenScan] = {}
    for index, scan in enumerate(scans):
        first.setdefault((scan.status, scan.at), SeenScan(scan, f"scans[{index}]"))
    return list(first.values())
