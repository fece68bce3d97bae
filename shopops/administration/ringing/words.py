"""A shop's alarm settings as people read them."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, gettext_noop, ngettext

from shopops.administration.words import ChangeWords
from shopops.alarms.config import AlarmConfig, EscalationStep, Maintenance, QuietHours

LABELS = {
    "interval_minutes": gettext_noop("Ring again every"),
    "snooze_default_minutes": gettext_noop("Usual quiet after an acknowledgment"),
    "snooze_max_minutes": gettext_noop("Longest quiet after an acknowledgment"),
    "hand_off_max_minutes": gettext_noop("Longest hand-off"),
    "ring_after_minutes": gettext_noop("Wait before an approval rings"),
    "escalation": gettext_noop("Who is rung after whom"),
    "quiet_hours": gettext_noop("Quiet hours"),
    "maintenance": gettext_noop("Maintenance"),
    "timezone": gettext_noop("Time zone"),
    "backoff_minutes": gettext_noop("Tries after a failed mail"),
}


def span(minutes: int) -> str:
    """1440 is "1 day", 90 is "1 h 30 min"."""
    days, rest = divmod(minutes, 1440)
    hours, left = divmod(rest, 60)
    parts = [
        ngettext("{number} day", "{number} days", days).format(number=days) if days else "",
        f"{hours} h" if hours else "",
        gettext("{left} min").format(left=left) if left else "",
    ]
    return " ".join(filter(None, parts)) or gettext("0 min")


def clock(at: datetime, config: AlarmConfig) -> str:
    """The shop's wall clock."""
    return f"{at.astimezone(ZoneInfo(config.timezone)):%H:%M}"


def quiet(hours: QuietHours | None) -> str:
    return gettext("none") if hours is None else f"{hours.start:%H:%M}–{hours.end:%H:%M}"


def window(one: Maintenance, config: AlarmConfig) -> str:
    zone = ZoneInfo(config.timezone)
    start, end = one.start.astimezone(zone), one.end.astimezone(zone)
    said = gettext("{start_day} {start} to {end_day} {end}").format(
        start_day=start.day, start=f"{start:%b %H:%M}", end_day=end.day, end=f"{end:%b %H:%M}"
    )
    return f"{said} ({one.reason})" if one.reason else said


def escalation(steps: Sequence[EscalationStep]) -> str:
    counted = [
        ngettext("step {step}: {number} ring", "step {step}: {number} rings", one.rings).format(
            step=one.step, number=one.rings
        )
        for one in steps
    ]
    return gettext(", then ").join(counted)


def changes(before: AlarmConfig, after: AlarmConfig) -> list[ChangeWords]:
    names = [name for name in LABELS if getattr(before, name) != getattr(after, name)]
    return [
        ChangeWords(gettext(LABELS[name]), _value(name, before), _value(name, after))
        for name in names
    ]


def _value(name: str, config: AlarmConfig) -> str:
    if name == "escalation":
        return escalation(config.escalation)
    if name == "quiet_hours":
        return quiet(config.quiet_hours)
    if name == "maintenance":
        return "; ".join(window(one, config) for one in config.maintenance) or gettext("none")
    if name == "timezone":
        return config.timezone
    if name == "backoff_minutes":
        return ", ".join(map(span, config.backoff_minutes))
    return span(getattr(config, name))
