"""Spans and days as people say them."""

from datetime import datetime, timedelta

from django.utils import timezone


def span(length: timedelta) -> str:
    """The two largest parts: "14 min", "2 h 10 min", "3 d 4 h"."""
    minutes = max(0, int(length.total_seconds() // 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days} d {hours} h" if hours and days < 10 else f"{days} d"
    if hours:
        return f"{hours} h {minutes:02} min" if minutes else f"{hours} h"
    return f"{minutes} min" if minutes else "under a minute"


def whole_days(since: datetime, now: datetime) -> int:
    return max(0, (now - since).days)


def days(number: int) -> str:
    return "1 day" if number == 1 else f"{number} days"


def day(at: datetime, *, now: datetime | None = None) -> str:
    """Such as 21 Nov, on the shop's calendar; with the year when `now` is in another one."""
    local = timezone.localtime(at)
    if now is not None and timezone.localtime(now).year != local.year:
        return f"{local.day} {local:%b %Y}"
    return f"{local.day} {local:%b}"


def short_moment(at: datetime) -> str:
    local = timezone.localtime(at)
    return f"{local.day} {local:%b %H:%M}"


def moment(at: datetime) -> str:
    local = timezone.localtime(at)
    return f"{local.day} {local:%b %Y, %H:%M}"
