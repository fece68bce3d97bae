"""What a chart consists of: pictures, the same numbers as a table and as a file, and an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Literal

from shopops.dashboard.period import Period
from shopops.review.config import ReviewConfig
from shopops.review.words.times import span

MINUTE = 60
Cell = str | int | None
Number = int | float | None


@dataclass(frozen=True, slots=True)
class Asked:
    """`now`: what "waiting" and "overdue" are told for."""

    tenant_id: int
    period: Period
    now: datetime
    config: ReviewConfig


class Tone(StrEnum):
    """A colour with a pattern of its own, so that no series is told by colour alone."""

    BLUE = "blue"
    ORANGE = "orange"
    TEAL = "teal"
    PURPLE = "purple"
    GREY = "grey"


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    tone: Tone
    values: Sequence[Number]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One canvas. `shown`: each value in words, where numbers alone would not do."""

    kind: Literal["bars", "rows", "lines"]
    labels: Sequence[str]
    series: Sequence[Series]
    unit: Literal["count", "seconds", "shown"] = "count"
    shown: Sequence[str] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file's columns, which never change their names, and its rows."""

    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Tile:
    """One number at the top of the page. `late`: it asks for somebody."""

    label: str
    value: str
    beside: str
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """`answer`: what it shows, in a sentence. `note`: what was counted. `pictures` are empty where
    there is nothing to show, and `nothing` says so. `of_now`: whatever period is chosen. `see`:
    what is told, by the queries of the queue that show it."""

    slug: str
    title: str
    answer: str
    note: str
    nothing: str
    pictures: Sequence[Picture]
    table: Table
    sheet: Sheet
    tiles: Sequence[Tile] = field(default=())
    of_now: bool = False
    see: Mapping[str, str] = field(default_factory=dict)

    @property
    def legend(self) -> Sequence[Series]:
        """The series of a picture, where there are several to tell apart."""
        several = [one.series for one in self.pictures if len(one.series) > 1]
        return several[0] if several else []


def utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def ends(period: Period) -> tuple[str, str]:
    """The first two cells of rows that are about the whole period."""
    return utc(period.start), utc(period.end)


def lasting(seconds: float) -> str:
    """Such as "2 h 10 min"; below a minute in seconds."""
    if seconds < MINUTE:
        return f"{max(1, round(seconds))} s"
    return span(timedelta(seconds=seconds))


def counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def share(part: int, whole: int) -> str:
    """Rounded to whole percents; a part is never told as nothing, nor as all."""
    if part in (0, whole):
        return "100 %" if whole and part else "0 %"
    return f"{min(99, max(1, round(100 * part / whole)))} %"
