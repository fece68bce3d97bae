"""When the next ring falls due, when it may be sent, and which step of the roster it is for."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from shopops.alarms.config import AlarmConfig, QuietHours


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
    local = at.astimezone(zone)
    wall = local.time()
    if quiet.start < quiet.end:
        is_quiet = quiet.start <= wall < quiet.end
    else:
        is_quiet = wall >= quiet.start or wall < quiet.end
    if not is_quiet:
        return None
    day = local.date() if wall < quiet.end else local.date() + timedelta(days=1)
    end = datetime.combine(day, quiet.end, zone)
    if end.astimezone(UTC) <= at:  # the hour that clocks repeat in autumn, second time round
        end = end.replace(fold=1)
    return end.astimezone(UTC)
