"""The first 24 hours as a picture: a lane for each person, a mark for each ring, a band for each
silence. Numbers only; the template draws them. Pure."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from shopops.administration.ringing.first_day import DAY, Ring
from shopops.administration.ringing.words import clock
from shopops.alarms.config import AlarmConfig

LEFT, RIGHT, TOP, LANE, AXIS = 130, 16, 12, 34, 26
WIDTH = 900
INNER = WIDTH - LEFT - RIGHT
NEAREST = 6  # marks of a lane that lie closer are drawn as one


class Mark(Struct, frozen=True):
    x: int
    said: str


class Lane(Struct, frozen=True, kw_only=True):
    name: str
    y: int
    marks: list[Mark]

    @property
    def text_y(self) -> int:
        return self.y + 5


class Band(Struct, frozen=True, kw_only=True):
    x: int
    width: int
    kind: str  # quiet or maintenance


class Picture(Struct, frozen=True, kw_only=True):
    lanes: list[Lane]
    bands: list[Band]
    hours: list[Mark]
    height: int
    width: int = WIDTH
    left: int = LEFT
    right: int = WIDTH - RIGHT

    @property
    def bottom(self) -> int:
        return self.height - AXIS

    @property
    def words_y(self) -> int:
        return self.height - 8

    @property
    def band_height(self) -> int:
        return self.bottom - TOP // 2


def picture_of(config: AlarmConfig, rings: Sequence[Ring], *, seen: datetime) -> Picture:
    names = list(dict.fromkeys(ring.name for ring in rings if ring.name))
    lanes = [
        Lane(
            name=name if len(name) <= 16 else f"{name[:15]}…",
            y=TOP + LANE * at + LANE // 2,
            marks=_marks([ring for ring in rings if ring.name == name], config, seen),
        )
        for at, name in enumerate(names)
    ]
    return Picture(
        lanes=lanes,
        bands=[*_bands(config, seen)],
        hours=[*_hours(config, seen)],
        height=TOP + LANE * max(1, len(lanes)) + AXIS,
    )


def _marks(rings: Sequence[Ring], config: AlarmConfig, seen: datetime) -> list[Mark]:
    marks: list[Mark] = []
    for ring in rings:
        x = _x(ring.at, seen)
        if not marks or x - marks[-1].x >= NEAREST:
            marks.append(Mark(x, f"{ring.name}, {clock(ring.at, config)}"))
    return marks


def _hours(config: AlarmConfig, seen: datetime) -> Iterator[Mark]:
    """Each full third hour of the shop's clock."""
    at = seen.astimezone(ZoneInfo(config.timezone)).replace(minute=0, second=0, microsecond=0)
    utc = at.astimezone(seen.tzinfo)
    while utc < seen + DAY:
        local = utc.astimezone(ZoneInfo(config.timezone))
        if utc >= seen and local.hour % 3 == 0:
            yield Mark(_x(utc, seen), f"{local:%H:%M}")
        utc += timedelta(hours=1)


def _bands(config: AlarmConfig, seen: datetime) -> Iterator[Band]:
    for start, end, kind in _silences(config, seen):
        left, right = max(start, seen), min(end, seen + DAY)
        if left < right:
            yield Band(x=_x(left, seen), width=_x(right, seen) - _x(left, seen), kind=kind)


def _silences(config: AlarmConfig, seen: datetime) -> Iterator[tuple[datetime, datetime, str]]:
    if (hours := config.quiet_hours) is not None:
        zone = ZoneInfo(config.timezone)
        today = seen.astimezone(zone).date()
        for day in (today + timedelta(days=shift) for shift in (-1, 0, 1)):
            until = day if hours.start < hours.end else day + timedelta(days=1)
            yield (
                datetime.combine(day, hours.start, zone),
                datetime.combine(until, hours.end, zone),
                "quiet",
            )
    for one in config.maintenance:
        yield one.start, one.end, "maintenance"


def _x(at: datetime, seen: datetime) -> int:
    return round(LEFT + INNER * ((at - seen) / DAY))
