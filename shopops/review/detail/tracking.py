"""Each parcel's way as a picture in time: what the carrier saw, where it fell silent, and the
instant from which the shop calls it trouble.

Below the picture every scan is told with the carrier's own words, and each gap between two.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.agents.facts import Pack, Parcel
from shopops.agents.records import Order, Scan, Shipment, Tracker, TrackerStatus
from shopops.agents.thresholds import Thresholds
from shopops.review.detail.track_limit import TroubleAt, trouble_at
from shopops.review.detail.track_line import (
    QUIET,
    Around,
    Seen,
    TrackLine,
    described,
    track_line,
    without_a_scan,
)
from shopops.review.words.parcels import SETTLED, status
from shopops.review.words.times import days, whole_days
from shopops.review.words.values import reason

SHORT = {
    TrackerStatus.PRE_TRANSIT: "label",
    TrackerStatus.OUT_FOR_DELIVERY: "out",
    TrackerStatus.AVAILABLE_FOR_PICKUP: "at pickup",
    TrackerStatus.DELIVERY_ATTEMPTED: "attempt",
    TrackerStatus.RETURN_TO_SENDER: "going back",
    TrackerStatus.RETURNED: "returned",
    TrackerStatus.FAILURE: "failed",
}
ACCEPTED = gettext_noop("accepted")  # the first scan after the label: the carrier has the parcel
# Silence is the trouble for these reasons only; a parcel that keeps moving is silent in between.
SILENT = frozenset({"stalled", "pickup_late", "pre_transit_late", "no_data_past_eta"})
ENDED = frozenset({TrackerStatus.DELIVERED, TrackerStatus.RETURNED, TrackerStatus.CANCELLED})


@dataclass(frozen=True, slots=True)
class ScanLine:
    """`gap`: how long nothing had been scanned before it, where that is long."""

    at: datetime
    words: str
    place: str
    gap: str


@dataclass(frozen=True, slots=True)
class ParcelPicture:
    """`silent` is said at the stretch from the last scan to today; `late` when this silence is the
    trouble. `line` is None without a scan."""

    id: str
    carrier: str
    code: str
    status: str
    judgement: str
    line: TrackLine | None
    silent: str
    late: bool
    limit: TroubleAt | None
    due_at: datetime | None
    description: str
    scans: list[ScanLine]


def tracking(
    pack: Pack,
    order: Order | None,
    trackers: Mapping[str, Tracker],
    numbers: Thresholds,
    now: datetime,
) -> list[ParcelPicture]:
    """One picture per parcel. Only scans that were known when the pack was built are drawn."""
    shipments = {one.id: one for one in order.shipments} if order else {}
    return [
        _picture(parcel, shipments.get(parcel.id), trackers, numbers, pack.built_at, now)
        for parcel in pack.parcels
    ]


def last_places(pack: Pack, order: Order | None, trackers: Mapping[str, Tracker]) -> dict[str, str]:
    """Where each parcel was last seen, by parcel id."""
    codes = {one.id: one.tracker_id or "" for one in order.shipments} if order else {}
    found = {}
    for parcel in pack.parcels:
        tracker = trackers.get(codes.get(parcel.id, ""))
        scans = _seen(tracker, pack.built_at) if tracker else []
        if scans and scans[-1].place:
            found[parcel.id] = scans[-1].place
    return found


def _picture(
    parcel: Parcel,
    shipment: Shipment | None,
    trackers: Mapping[str, Tracker],
    numbers: Thresholds,
    built_at: datetime,
    now: datetime,
) -> ParcelPicture:
    tracker = trackers.get((shipment.tracker_id if shipment else None) or "")
    scans = _seen(tracker, built_at) if tracker else []
    told = list(_told(scans))
    judged = parcel.exception_likely.reason
    late = judged in SILENT
    ended = parcel.status in ENDED
    silent = "" if ended or not scans else _silent(scans[-1].at, now, late=late)
    limit = None if ended else trouble_at(parcel, tracker, shipment, numbers, built_at)
    seen = [Seen(scan.at, scan.place or words) for scan, words in told]
    around = Around(now if silent else None, limit.at if limit else None, parcel.due_at)
    said = status(parcel.status)
    return ParcelPicture(
        id=parcel.id,
        carrier=(tracker.carrier if tracker else None) or "",
        code=(tracker.code if tracker else None) or "",
        status=said,
        judgement=reason(judged) if judged and judged not in SETTLED else "",
        line=track_line(seen, around),
        silent=silent,
        late=late,
        limit=limit,
        due_at=parcel.due_at,
        description=described(seen, silent) or _("No scans, {status}").format(status=said),
        scans=list(_lines(told)),
    )


def _seen(tracker: Tracker, until: datetime) -> list[Scan]:
    return sorted((scan for scan in tracker.scans if scan.at <= until), key=lambda scan: scan.at)


def _silent(last: datetime, now: datetime, *, late: bool) -> str:
    passed = whole_days(last, now)
    if not passed:
        return ""
    said = _("{days} silent") if late else _("last scan {days} ago")
    return said.format(days=days(passed))


def _lines(told: Sequence[tuple[Scan, str]]) -> Iterator[ScanLine]:
    before: datetime | None = None
    for scan, words in told:
        quiet = before is not None and scan.at - before >= QUIET
        gap = without_a_scan(whole_days(before, scan.at)) if before and quiet else ""
        yield ScanLine(scan.at, words, scan.place or "", gap)
        before = scan.at


def _told(scans: Sequence[Scan]) -> Iterator[tuple[Scan, str]]:
    """Each scan with the carrier's own words, else with a word for its status."""
    before: TrackerStatus | None = None
    for scan in scans:
        yield scan, scan.message or _word(scan.status, before)
        before = scan.status


def _word(now: TrackerStatus, before: TrackerStatus | None) -> str:
    if now is TrackerStatus.IN_TRANSIT and before is TrackerStatus.PRE_TRANSIT:
        return _(ACCEPTED)
    return _(SHORT[now]) if now in SHORT else status(now)
