"""A shop's alarm settings as people read them."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from shopops.administration.words import ChangeWords
from shopops.alarms.config import AlarmConfig, EscalationStep, Maintenance, QuietHours

LABELS = {
    "interval_minutes": "Ring again every",
    "snooze_default_minutes": "Usual quiet after an acknowledgment",
    "snooze_max_minutes": "Longest quiet after an acknowledgment",
    "hand_off_max_minutes": "Longest hand-off",
    "ring_after_minutes": "Wait before an approval rings",
    "escalation": "Who is rung after whom",
    "quiet_hours": "Quiet hours",
    "maintenance": "Maintenance",
    "timezone": "Time zone",
    "backoff_minutes": "Tries after a failed mail",
}


def span(minutes: int) -> str:
    """1440 is "1 day", 90 is "1 h 30 min"."""
    days, rest = divmod(minutes, 1440)
    hours, left = divmod(rest, 60)
    parts = [
        f"{days} day{'' if days == 1 else 's'}" if days else "",
        f"{hours} h" if hours else "",
        f"{left} min" if left else "",
    ]
    return " ".join(filter(None, parts)) or "0 min"


def clock(at: datetime, config: AlarmConfig) -> str:
    """The shop's wall clock."""
    return f"{at.astimezone(ZoneInfo(config.timezone)):%H:%M}"


def quiet(hours: QuietHours | None) -> str:
    return "none" if hours is None else f"{hours.start:%H:%M}–{hours.end:%H:%M}"


def window(one: Maintenance, config: AlarmConfig) -> str:
    zone = ZoneInfo(config.timezone)
    start, end = one.start.astimezone(zone), one.end.astimezone(zone)
    said = f"{start.day} {start:%b %H:%M} to {end.day} {end:%b %H:%M}"
    return f"{said} ({one.reason})" if one.reason else said


def escalation(steps: Sequence[EscalationStep]) -> str:
    counted = [f"step {one.step}: {one.rings} ring{'' if one.rings == 1 else 's'}" for one in steps]
    return ", then ".join(counted)


def changes(before: AlarmConfig, after: AlarmConfig) -> list[ChangeWords]:
    names = [name for name in LABELS if getattr(before, name) != getattr(after, name)]
    return [ChangeWords(LABELS[name], _value(name, before), _value(name, after)) for name in names]


def _value(name: str, config: AlarmConfig) -> str:
    if name == "escalation":
        return escalation(config.escalation)
    if name == "quiet_hours":
        return quiet(config.quiet_hours)
    if name == "maintenance":
        return "; ".join(window(one, config) for one in config.maintenance) or "none"
    if name == "timezone":
        return config.timezone
    if name == "backoff_minutes":
        return ", ".join(map(span, config.backoff_minutes))
    return span(getattr(config, name))
