"""The order's parcels, each with its judgement and the evidence for it."""

from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec import Struct

from shopops.agents.facts import Field, Parcel
from shopops.agents.intake.claims import claims_by_parcel
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.intake.kinds import fact, inference, unknown
from shopops.agents.intake.scans import read_scans
from shopops.agents.intake.shares import parcel_lines
from shopops.agents.intake.tracker_evidence import TrackerCites
from shopops.agents.intake.tracking import Followed, Judgement, judge, likelihood
from shopops.agents.ports import SourcedOrder, SourcedTracker
from shopops.agents.records import Order, Shipment, Tracker, TrackerStatus
from shopops.agents.thresholds import Thresholds

# A parcel that moves in time may still go wrong: "no exception" is then likely, never certain.
MOVING = 0.6

NO_TRACKER = "none"
ON_ITS_WAY_BACK = (TrackerStatus.RETURN_TO_SENDER, TrackerStatus.RETURNED)


class Clock(Struct, frozen=True):
    """The instant of judging, and the zone whose days count."""

    now: datetime
    zone: ZoneInfo


def build_parcels(
    sourced: SourcedOrder,
    trackers: dict[str, SourcedTracker],
    book: EvidenceBook,
    thresholds: Thresholds,
    clock: Clock,
) -> list[Parcel]:
    """One parcel for each shipment, in the record's order."""
    order = sourced.order
    claims = claims_by_parcel(sourced, book)
    parcels = []
    for index, (shipment, lines) in enumerate(
        zip(order.shipments, parcel_lines(order), strict=True)
    ):
        cited = book.cite(
            f"ship:{id_part(shipment.id)}",
            f"shipments[{index}]",
            shipment,
            sourced.provenance,
            shipment.created_at,
        )
        tracker = trackers.get(shipment.tracker_id) if shipment.tracker_id else None
        parcel = _untracked(order, shipment, cited)
        if tracker is not None:
            cites = TrackerCites(tracker, cited, book)
            parcel = _tracked(order, shipment, cites, thresholds, clock)
        parcel.lines = lines
        parcel.claim_ids = claims[shipment.id]
        parcels.append(parcel)
    return parcels


def _untracked(order: Order, shipment: Shipment, cited: str) -> Parcel:
    return Parcel(
        id=shipment.id,
        exception_likely=unknown(reason="cancelled" if shipment.cancelled else "no_data"),
        status=NO_TRACKER,
        cancelled=shipment.cancelled,
        cross_border=_cross_border(order, None),
        evidence_ids=[cited],
    )


def _tracked(
    order: Order, shipment: Shipment, cites: TrackerCites, thresholds: Thresholds, clock: Clock
) -> Parcel:
    tracker = cites.tracker
    followed = Followed(
        tracker=tracker,
        scans=read_scans(tracker, clock.now),
        cross_border=_cross_border(order, tracker),
        shipped_at=shipment.created_at,
        now=clock.now,
        thresholds=thresholds,
        zone=clock.zone,
    )
    judgement = CANCELLED if shipment.cancelled else judge(followed)
    evidence_ids = [cites.shipment, *map(cites.cite, judgement.members)]
    return Parcel(
        id=shipment.id,
        exception_likely=_field(judgement, thresholds, evidence_ids),
        status=tracker.status.value,
        cancelled=shipment.cancelled or tracker.status is TrackerStatus.CANCELLED,
        returning=tracker.status in ON_ITS_WAY_BACK,
        delivered=tracker.status is TrackerStatus.DELIVERED,
        cross_border=followed.cross_border,
        last_scan_at=followed.scans.seen[-1].scan.at if followed.scans.seen else None,
        due_at=tracker.est_delivery_at,
        turns_at=judgement.turns_at,
        evidence_ids=evidence_ids,
        ignored_ids=[cites.cite(ahead.member) for ahead in followed.scans.ahead],
    )


CANCELLED = Judgement(likely=None, reason="cancelled")


def _field(judgement: Judgement, thresholds: Thresholds, evidence_ids: list[str]) -> Field:
    if judgement.likely is None:
        return unknown(*evidence_ids, reason=judgement.reason)
    if judgement.reason == "delivered":
        return fact(*evidence_ids, value=judgement.likely, reason=judgement.reason)
    sure = likelihood(judgement.reason, thresholds) if judgement.likely else MOVING
    return inference(
        *evidence_ids, value=judgement.likely, confidence=sure, reason=judgement.reason
    )


def _cross_border(order: Order, tracker: Tracker | None) -> bool | None:
    """By the carrier's countries, else the order's; None when one of the two is not known."""
    start, end = order.ship_from_country, order.ship_to.country if order.ship_to else None
    if tracker is not None:
        start = tracker.origin_country or start
        end = tracker.destination_country or end
    return None if start is None or end is None else start != end
