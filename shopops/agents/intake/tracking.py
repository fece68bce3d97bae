"""Is something going wrong with this parcel? Judged from the carrier's canonical status.

The last scan is the newest at or before now. Two readings are ours, both slow to cry out: a
parcel whose countries are not both known gets the longer of the two stall limits, and a parcel on
its way without any scan counts from the day its tracker began. "For N days" is reached at the
instant N days are full; "past" and "over" begin just after it.
"""

from collections.abc import Callable
from datetime import datetime
from operator import itemgetter
from zoneinfo import ZoneInfo

from msgspec import Struct

from shopops.agents.intake.calendar import after_business_days, after_days
from shopops.agents.intake.scans import Scans, SeenScan
from shopops.agents.records import Tracker, TrackerStatus
from shopops.agents.thresholds import LIKELIHOODS, Thresholds

Begin = tuple[datetime, list[str]]  # an instant, and the members that say so


class Judgement(Struct, frozen=True, kw_only=True):
    """`likely` None: cannot be told. `members`: what of the tracker record it rests on.

    `turns_at`: when, without another scan, the answer becomes an exception.
    """

    likely: bool | None
    reason: str
    members: list[str] = []
    turns_at: datetime | None = None


class Followed(Struct, frozen=True, kw_only=True):
    """One parcel with everything that its judgement may look at."""

    tracker: Tracker
    scans: Scans
    cross_border: bool | None
    shipped_at: datetime | None  # when the shipment was made, used where the tracker says nothing
    now: datetime
    thresholds: Thresholds
    zone: ZoneInfo


class Limit(Struct, frozen=True, kw_only=True):
    """From `at` on (just after it, if `strict`) the parcel is an exception for `reason`."""

    reason: str
    at: datetime
    members: list[str]
    strict: bool = False

    def reached(self, now: datetime) -> bool:
        return now > self.at if self.strict else now >= self.at


def judge(parcel: Followed) -> Judgement:
    """The judgement of one parcel that has a tracker."""
    settled = SETTLED.get(parcel.tracker.status)
    if settled is not None:
        likely, reason = settled
        return Judgement(likely=likely, reason=reason, members=["status", *_last_scan(parcel)])
    limits = LIMITS[parcel.tracker.status](parcel)
    reached = [limit for limit in limits if limit.reached(parcel.now)]
    if reached:
        worst = max(reached, key=lambda limit: likelihood(limit.reason, parcel.thresholds))
        return Judgement(likely=True, reason=worst.reason, members=["status", *worst.members])
    return _quiet(parcel, limits)


def limits_of(parcel: Followed) -> list[Limit]:
    """When, without another scan, which judgement begins or began; nothing once it is settled."""
    by_status = LIMITS.get(parcel.tracker.status)
    return by_status(parcel) if by_status else []


def likelihood(reason: str, thresholds: Thresholds) -> float:
    """The tenant's number for a reason, kept within an inference's open interval."""
    percent = thresholds.likelihood_percent.get(reason, LIKELIHOODS[reason])
    return min(max(percent, 1), 99) / 100


def _quiet(parcel: Followed, limits: list[Limit]) -> Judgement:
    members = ["status", *_last_scan(parcel)]
    turns_at = min((limit.at for limit in limits), default=None)
    if parcel.tracker.status is TrackerStatus.UNKNOWN or not limits:
        return Judgement(likely=None, reason="no_data", members=members, turns_at=turns_at)
    return Judgement(likely=False, reason="moving", members=members, turns_at=turns_at)


def _last_scan(parcel: Followed) -> list[str]:
    return [seen.member for seen in parcel.scans.seen[-1:]]


def _silent(parcel: Followed) -> list[Limit]:
    eta = parcel.tracker.est_delivery_at
    if eta is None:
        return []
    return [Limit(reason="no_data_past_eta", at=eta, members=["est_delivery_at"], strict=True)]


def _not_handed_over(parcel: Followed) -> list[Limit]:
    begins = _begins(parcel, parcel.scans.seen[:1])
    if not begins:
        return []
    start, members = min(begins, key=itemgetter(0))
    days = parcel.thresholds.pre_transit_business_days
    late = after_business_days(start, days, parcel.zone)
    return [Limit(reason="pre_transit_late", at=late, members=members, strict=True)]


def _on_the_road(parcel: Followed) -> list[Limit]:
    return [*_no_scan(parcel), *_past_eta(parcel), *_attempts(parcel)]


def _at_pickup(parcel: Followed) -> list[Limit]:
    waiting = parcel.scans.waiting_since(TrackerStatus.AVAILABLE_FOR_PICKUP)
    begins = _begins(parcel, [waiting] if waiting else parcel.scans.seen[-1:])
    days = parcel.thresholds.pickup_days
    return [*_attempts(parcel), *_full("pickup_late", begins, days, parcel.zone)]


def _no_scan(parcel: Followed) -> list[Limit]:
    begins = _begins(parcel, parcel.scans.seen[-1:])
    return _full("stalled", begins, _stall_days(parcel), parcel.zone)


def _full(reason: str, begins: list[Begin], days: int, zone: ZoneInfo) -> list[Limit]:
    return [
        Limit(reason=reason, at=after_days(start, days, zone), members=members)
        for start, members in begins[:1]
    ]


def _past_eta(parcel: Followed) -> list[Limit]:
    eta = parcel.tracker.est_delivery_at
    if eta is None:
        return []
    late = after_days(eta, parcel.thresholds.stall_days_past_eta, parcel.zone)
    return [Limit(reason="stalled", at=late, members=["est_delivery_at", *_last_scan(parcel)])]


def _attempts(parcel: Followed) -> list[Limit]:
    attempts = parcel.scans.of(TrackerStatus.DELIVERY_ATTEMPTED)
    if len(attempts) < 2:
        return []
    members = [seen.member for seen in attempts]
    return [Limit(reason="attempted_twice", at=attempts[1].scan.at, members=members)]


def _begins(parcel: Followed, scans: list[SeenScan]) -> list[Begin]:
    """When a wait began, best first: at the given scan, when the tracker or the shipment did."""
    begins = [(seen.scan.at, [seen.member]) for seen in scans]
    if parcel.tracker.created_at is not None:
        begins.append((parcel.tracker.created_at, ["created_at"]))
    elif parcel.shipped_at is not None:
        begins.append((parcel.shipped_at, []))
    return begins


def _stall_days(parcel: Followed) -> int:
    domestic = parcel.thresholds.stall_days_domestic
    abroad = parcel.thresholds.stall_days_cross_border
    if parcel.cross_border is None:
        return max(domestic, abroad)
    return abroad if parcel.cross_border else domestic


SETTLED: dict[TrackerStatus, tuple[bool | None, str]] = {
    TrackerStatus.RETURN_TO_SENDER: (True, "returning"),
    TrackerStatus.RETURNED: (True, "returning"),
    TrackerStatus.FAILURE: (True, "failed"),
    TrackerStatus.DELIVERED: (False, "delivered"),
    TrackerStatus.CANCELLED: (None, "cancelled"),
}

LIMITS: dict[TrackerStatus, Callable[[Followed], list[Limit]]] = {
    TrackerStatus.UNKNOWN: _silent,
    TrackerStatus.PRE_TRANSIT: _not_handed_over,
    TrackerStatus.IN_TRANSIT: _on_the_road,
    TrackerStatus.OUT_FOR_DELIVERY: _on_the_road,
    TrackerStatus.DELIVERY_ATTEMPTED: _on_the_road,
    TrackerStatus.AVAILABLE_FOR_PICKUP: _at_pickup,
}
