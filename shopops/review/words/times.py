"""Spans and days as people say them, in the language that is active."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


def span(length: timedelta) -> str:
    """The two largest parts: "14 min", "2 h 10 min", "3 d 4 h"."""
    minutes = max(0, int(length.total_seconds() // 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        said = _("{days} d {hours} h") if hours and days < 10 else _("{days} d")
        return said.format(days=days, hours=hours)
    if hours:
        return f"{hours} h {minutes:02} min" if minutes else f"{hours} h"
    return f"{minutes} min" if minutes else _("under a minute")


def whole_days(since: datetime, now: datetime) -> int:
    return max(0, (now - since).days)


def days(number: int) -> str:
    return ngettext("{number} day", "{number} days", number).format(number=number)


def day(at: datetime, *, now: datetime | None = None) -> str:
    """Such as 21 Nov, on the shop's calendar; with the year when `now` is in another one."""
    local = timezone.localtime(at)
    if now is not None and timezone.localtime(now).year != local.year:
        return f"{_day(local)} {local:%Y}"
    return _day(local)


def short_moment(at: datetime) -> str:
    local = timezone.localtime(at)
    return f"{_day(local)} {local:%H:%M}"


def moment(at: datetime) -> str:
    local = timezone.localtime(at)
    return f"{_day(local)} {local:%Y, %H:%M}"


def exact_moment(at: datetime) -> str:
    """To the second."""
    local = timezone.localtime(at)
    return f"{_day(local)} {local:%Y, %H:%M:%S}"


def _day(local: datetime) -> str:
    return formatted(local, pgettext("short date format", "j M"))
