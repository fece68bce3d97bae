"""Each parcel's way as a small picture: what the carrier saw, and how long it has been silent.

Below the picture every scan is told with the carrier's own words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from shopops.agents.facts import Pack, Parcel
from shopops.agents.records import Order, Scan, Tracker, TrackerStatus
from shopops.review.words.parcels import SETTLED, status
from shopops.review.words.times import day, days, whole_days
from shopops.review.words.values import reason

LEFT, RIGHT, MOST = 16, 304, 4
SHORT = {
    TrackerStatus.PRE_TRANSIT: "label",
    TrackerStatus.OUT_FOR_DELIVERY: "out",
    TrackerStatus.AVAILABLE_FOR_PICKUP: "at pickup",
    TrackerStatus.DELIVERY_ATTEMPTED: "attempt",
    TrackerStatus.RETURN_TO_SENDER: "going back",
    TrackerStatus.RETURNED: "returned",
    TrackerStatus.FAILURE: "failed",
}
ACCEPTED = "accepted"  # the first scan after the label: the carrier has the parcel
# Silence is the trouble for these reasons only; a parcel that keeps moving is silent in between.
SILENT = frozenset({"stalled", "pickup_late", "pre_transit_late", "no_data_past_eta"})
ENDED = frozenset({TrackerStatus.DELIVERED, TrackerStatus.RETURNED, TrackerStatus.CANCELLED})
ANCHORS = {LEFT: "start", RIGHT: "end"}


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    day: str
    words: str
    kind: str  # seen, last or open
    anchor: str


@dataclass(frozen=True, slots=True)
class ScanLine:
    at: datetime
    words: str
    place: str


@dataclass(frozen=True, slots=True)
class ParcelPicture:
    """`silent` is said beside the dashed line from the last scan to today, from `gap_from` on;
    `late` when this silence is the trouble."""

    id: str
    carrier: str
    status: str
    judgement: str
    points: list[Point]
    gap_from: int | None
    silent: str
    late: bool
    description: str
    scans: list[ScanLine]


def tracking(
    pack: Pack, order: Order | None, trackers: Mapping[str, Tracker], now: datetime
) -> list[ParcelPicture]:
    """One picture per parcel. Only scans that were known when the pack was built are drawn."""
    codes = {one.id: one.tracker_id or "" for one in order.shipments} if order else {}
    return [
        _picture(parcel, trackers.get(codes.get(parcel.id, "")), pack.built_at, now)
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
    parcel: Parcel, tracker: Tracker | None, built_at: datetime, now: datetime
) -> ParcelPicture:
    scans = _seen(tracker, built_at) if tracker else []
    ended = parcel.status in ENDED
    judged = parcel.exception_likely.reason
    late = judged in SILENT
    silent = "" if ended or not scans else _silent(scans[-1].at, now, late=late)
    points = _points(scans, now, with_today=bool(silent))
    said = status(parcel.status)
    return ParcelPicture(
        id=parcel.id,
        carrier=(tracker.carrier if tracker else None) or "",
        status=said,
        judgement=reason(judged) if judged and judged not in SETTLED else "",
        points=points,
        gap_from=points[-2].x if silent and len(points) > 1 else None,
        silent=silent,
        late=late,
        description=_description(points, silent, said),
        scans=[ScanLine(scan.at, words, scan.place or "") for scan, words in _told(scans)],
    )


def _seen(tracker: Tracker, until: datetime) -> list[Scan]:
    return sorted((scan for scan in tracker.scans if scan.at <= until), key=lambda scan: scan.at)


def _silent(last: datetime, now: datetime, *, late: bool) -> str:
    passed = whole_days(last, now)
    if not passed:
        return ""
    return f"{days(passed)} silent" if late else f"last scan {days(passed)} ago"


def _points(scans: Sequence[Scan], now: datetime, *, with_today: bool) -> list[Point]:
    """The first, the last and what fits between them, evenly spaced; then today."""
    told = _told(scans)
    picked = told if len(told) <= MOST else [told[0], *told[-(MOST - 1) :]]
    marks = [(day(scan.at), scan.place or words) for scan, words in picked]
    kinds = ["seen"] * (len(marks) - 1) + ["last"] * bool(marks)
    if with_today:
        marks.append(("today", ""))
        kinds.append("open")
    step = (RIGHT - LEFT) // max(1, len(marks) - 1)
    xs = [LEFT + step * place for place in range(len(marks) - 1)] + [RIGHT] * (len(marks) > 1)
    return [
        Point(x, on, words, kind, ANCHORS.get(x, "middle"))
        for x, (on, words), kind in zip(xs or [LEFT], marks, kinds, strict=False)
    ]


def _told(scans: Sequence[Scan]) -> list[tuple[Scan, str]]:
    """Each scan with the carrier's own words, else with a word for its status."""
    before = [None, *(scan.status for scan in scans)]
    return [
        (scan, scan.message or _word(scan.status, earlier))
        for scan, earlier in zip(scans, before, strict=False)
    ]


def _word(now: TrackerStatus, before: TrackerStatus | None) -> str:
    if now is TrackerStatus.IN_TRANSIT and before is TrackerStatus.PRE_TRANSIT:
        return ACCEPTED
    return SHORT.get(now) or status(now)


def _description(points: Sequence[Point], silent: str, said: str) -> str:
    told = [f"{point.day} {point.words}".strip() for point in points if point.kind != "open"]
    return ", ".join(part for part in (*told, silent) if part) or f"No scans, {said}"
