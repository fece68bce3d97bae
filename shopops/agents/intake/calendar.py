"""Days by our own clock in the shop's time zone; instants go in and come out in UTC.

A day is a step of the wall clock: five days after Friday 10:00 is Wednesday 10:00, also across a
change of the clocks. A wall time that the change skips is taken with the offset before it, so it
comes an hour later by the new one.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

SATURDAY = 5


def after_days(start: datetime, days: int, zone: ZoneInfo) -> datetime:
    wall = start.astimezone(zone)
    return (wall + timedelta(days=days)).astimezone(UTC)


def after_business_days(start: datetime, days: int, zone: ZoneInfo) -> datetime:
    """`days` Mondays to Fridays after `start`, at its wall time; holidays are not known here."""
    wall = start.astimezone(zone)
    while days > 0:
        wall += timedelta(days=1)
        days -= wall.weekday() < SATURDAY
    return wall.astimezone(UTC)
