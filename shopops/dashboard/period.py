"""The days that a dashboard is about, in the shop's time zone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from shopops.dashboard.refusals import (
    PeriodAhead,
    PeriodBackwards,
    PeriodHalf,
    PeriodTooEarly,
    PeriodTooLong,
    PeriodUnreadable,
)

PRESETS = (7, 30, 90, 365)
USUAL = 30
MOST_DAYS = 366
BY_DAY_UP_TO = 62  # beyond, a point is a week
FIRST_YEAR = 2000
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Period:
    """From the first day to the end of the last, both as the shop's calendar has them."""

    first: date
    last: date
    zone: str

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def start(self) -> datetime:
        return _midnight(self.first, self.zone)

    @property
    def end(self) -> datetime:
        """The instant when the last day is over."""
        return _midnight(self.last + DAY, self.zone)

    @property
    def before(self) -> "Period":
        """As many days, ending the day before."""
        return Period(self.first - DAY * self.days, self.first - DAY, self.zone)

    @property
    def unit(self) -> str:
        """What one point of a line stands for, as PostgreSQL's date_trunc names it."""
        return "day" if self.days <= BY_DAY_UP_TO else "week"

    def buckets(self) -> Iterator[date]:
        """The first day of each point, weeks from Monday on; the first may begin earlier."""
        step = 1 if self.unit == "day" else 7
        at = self.first - DAY * (self.first.weekday() if step == 7 else 0)
        while at <= self.last:
            yield at
            at += DAY * step

    def bucket(self, at: date) -> tuple[datetime, datetime]:
        """When a point begins and ends; the outer ones end with the period."""
        step = 1 if self.unit == "day" else 7
        begins = _midnight(max(at, self.first), self.zone)
        return begins, _midnight(min(at + DAY * step, self.last + DAY), self.zone)


def today(zone: str, now: datetime) -> date:
    return now.astimezone(ZoneInfo(zone)).date()


def latest(days: int, *, zone: str, now: datetime) -> Period:
    """So many days, the last of which is today."""
    last = today(zone, now)
    return Period(last - DAY * (days - 1), last, zone)


def read_period(given: Mapping[str, str], *, zone: str, now: datetime) -> Period:
    """Of `from` and `to`, or of `days`; the usual one where nothing is given.

    A last day that lies ahead is taken as today. Raises `PeriodRefused`.
    """
    first_text, last_text = given.get("from", "").strip(), given.get("to", "").strip()
    if not first_text and not last_text:
        return latest(_preset(given.get("days", "")), zone=zone, now=now)
    if not first_text or not last_text:
        raise PeriodHalf
    first, last = _date(first_text, "first"), _date(last_text, "last")
    if first > last:
        raise PeriodBackwards
    now_there = today(zone, now)
    if first > now_there:
        raise PeriodAhead(now_there.isoformat())
    if first.year < FIRST_YEAR:
        raise PeriodTooEarly
    chosen = Period(first, min(last, now_there), zone)
    if chosen.days > MOST_DAYS:
        raise PeriodTooLong(MOST_DAYS)
    return chosen


def _preset(text: str) -> int:
    """An address that names none shows the usual one."""
    return next((days for days in PRESETS if str(days) == text), USUAL)


def _date(text: str, what: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PeriodUnreadable(what) from None


def _midnight(day: date, zone: str) -> datetime:
    """Where clocks skip midnight, the instant that they skip it."""
    return datetime.combine(day, time(), tzinfo=ZoneInfo(zone)).astimezone(UTC)
