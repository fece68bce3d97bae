"""The instant at which a parcel becomes trouble, by the very rule that Intake judged it with."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from shopops.agents.facts import Parcel
from shopops.agents.intake.scans import read_scans
from shopops.agents.intake.tracking import Followed, Limit, limits_of
from shopops.agents.records import Shipment, Tracker
from shopops.agents.thresholds import Thresholds
from shopops.review.words.values import reason

# A limit that is a number of tries and no time is not on the time line.
TRIES = "attempted_twice"


@dataclass(frozen=True, slots=True)
class TroubleAt:
    """`passed`: at the time when the evidence was collected."""

    at: datetime
    words: str
    passed: bool


def trouble_at(
    parcel: Parcel,
    tracker: Tracker | None,
    shipment: Shipment | None,
    numbers: Thresholds,
    built_at: datetime,
) -> TroubleAt | None:
    """The limit that made the judgement; of a parcel that is fine, the next one."""
    if tracker is None or parcel.cancelled:
        return None
    followed = Followed(
        tracker=tracker,
        scans=read_scans(tracker, built_at),
        cross_border=parcel.cross_border,
        shipped_at=shipment.created_at if shipment else None,
        now=built_at,
        thresholds=numbers,
        zone=ZoneInfo(numbers.timezone),
    )
    timed = [limit for limit in limits_of(followed) if limit.reason != TRIES]
    found = _decisive(timed, parcel.exception_likely.reason, built_at)
    if found is None:
        return None
    return TroubleAt(found.at, reason(found.reason), found.reached(built_at))


def _decisive(limits: list[Limit], judged: str, now: datetime) -> Limit | None:
    """Of several that were passed for one reason the first of the rule, as Intake takes it."""
    made = [one for one in limits if one.reason == judged and one.reached(now)]
    coming = [one for one in limits if not one.reached(now)]
    if made:
        return made[0]
    return min(coming, key=lambda limit: limit.at, default=None)
