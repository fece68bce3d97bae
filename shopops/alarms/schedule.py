"""When the next ring falls due, when it may be sent, and which step of the roster it is for."""

from bisect import bisect_left
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from shopops.alarms.config import AlarmConfig, QuietHours

_DAYS = 4  # on one of them the end is no hour that is missing


def next_slot(origin: datetime, rung_at: datetime, config: AlarmConfig) -> datetime:
    """The schedule is `origin` and every interval from it; a late send does not move it.

    A ring that is so late that the following slot is less than half an interval away stands for
    that slot too: after downtime there is one ring and then peace.
    """
    interval = timedelta(minutes=config.interval_minutes)
    earliest = rung_at + interval / 2
    return origin + -((origin - earliest) // interval) * interval


def held_until(at: datetime, config: AlarmConfig) -> datetime:
    """The first moment from `at` on that is neither in quiet hours nor in maintenance."""
    while (end := _end_of_hold(at, config)) is not None:
        at = end
    return at


def is_held(at: datetime, config: AlarmConfig) -> bool:
    """Quiet hours and maintenance hold every send of the shop."""
    return _end_of_hold(at, config) is not None


def retry_at(failed_at: datetime, failures: int, config: AlarmConfig) -> datetime:
    """When to send again after so many failures in a row, at least one."""
    waits = config.backoff_minutes
    return failed_at + timedelta(minutes=waits[min(failures, len(waits)) - 1])


def escalation(unacknowledged: int, config: AlarmConfig) -> tuple[int, bool]:
    """The roster's step after so many rings, and whether the last step had all of its rings."""
    for step in config.escalation:
        if unacknowledged < step.rings:
            return step.step, False
        unacknowledged -= step.rings
    return config.escalation[-1].step, True


def _end_of_hold(at: datetime, config: AlarmConfig) -> datetime | None:
    for window in config.maintenance:
        if window.start <= at < window.end:
            return window.end
    if config.quiet_hours is None:
        return None
    return _end_of_quiet(at, config.quiet_hours, ZoneInfo(config.timezone))


def _end_of_quiet(at: datetime, quiet: QuietHours, zone: ZoneInfo) -> datetime | None:
    """The end as the wall clock shows it; or the moment at which the clocks were changed, where
    that leads out of the quiet hours."""
    if not _is_quiet(at, quiet, zone):
        return None
    days = [at.astimezone(zone).date() + timedelta(days=days) for days in range(_DAYS)]
    ends = [datetime.combine(day, quiet.end, zone) for day in days]
    # in autumn an hour comes twice
    moments = [end.replace(fold=fold).astimezone(UTC) for end in ends for fold in (0, 1)]
    moments += _changes_of_clocks(at, max(moments), zone)
    return min(one for one in moments if one > at and not _is_quiet(one, quiet, zone))


def _is_quiet(at: datetime, quiet: QuietHours, zone: ZoneInfo) -> bool:
    wall = at.astimezone(zone).time()
    if quiet.start < quiet.end:
        return quiet.start <= wall < quiet.end
    return wall >= quiet.start or wall < quiet.end


def _changes_of_clocks(before: datetime, after: datetime, zone: ZoneInfo) -> list[datetime]:
    """The one in between, to the second; they are months apart."""
    offset = before.astimezone(zone).utcoffset()
    if after.astimezone(zone).utcoffset() == offset:
        return []
    seconds = int((after - before).total_seconds())
    start = before.replace(microsecond=0)
    place = bisect_left(
        range(seconds + 1),
        1,
        key=lambda at: (start + timedelta(seconds=at)).astimezone(zone).utcoffset() != offset,
    )
    return [start + timedelta(seconds=place)]
