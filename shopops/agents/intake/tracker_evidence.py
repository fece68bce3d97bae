"""Citing what a tracker record holds: its status, its dates and single scans."""

from datetime import datetime

from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.ports import SourcedTracker
from shopops.agents.records import Scan, TrackerStatus

Held = tuple[str, TrackerStatus | datetime | Scan | None, datetime | None]


class TrackerCites:
    """Evidence under one parcel's id: "ship:s1:status", "ship:s1:eta", scan e4 as "ship:s1:e4"."""

    def __init__(self, sourced: SourcedTracker, shipment: str, book: EvidenceBook) -> None:
        self.tracker = sourced.tracker
        self.shipment = shipment
        self._provenance = sourced.provenance
        self._book = book
        self._held = self._members()

    def cite(self, member: str) -> str:
        """Cite a member of the tracker record by its name there: "status", "scans[3]"."""
        name, value, at = self._held[member]
        return self._book.cite(f"{self.shipment}:{name}", member, value, self._provenance, at)

    def _members(self) -> dict[str, Held]:
        tracker = self.tracker
        held: dict[str, Held] = {
            f"scans[{index}]": (id_part(scan.id), scan, scan.at)
            for index, scan in enumerate(tracker.scans)
        }
        held["status"] = ("status", tracker.status, tracker.updated_at)
        held["est_delivery_at"] = ("eta", tracker.est_delivery_at, None)
        held["created_at"] = ("created", tracker.created_at, tracker.created_at)
        return held
