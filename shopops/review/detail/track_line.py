"""A time line in percent of its width: dots where something was seen, stretches between them.

Positions are text for the attributes of an SVG that is as wide as its card, so that its words keep
their size. A label is left out where another one stands already.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from django.utils.translation import gettext as _

from shopops.review.words.times import day, days, whole_days

LEFT, RIGHT = 3.0, 97.0
APART = 24.0  # percent between two labels on a small screen
LONGEST = 12  # letters of a label
QUIET = timedelta(days=2)  # without a scan: drawn as a gap
FURTHEST = 0.6  # a limit still to come is drawn this far beyond the rest, as a share of it


@dataclass(frozen=True, slots=True)
class Seen:
    """What the carrier told, in a word or two."""

    at: datetime
    words: str


@dataclass(frozen=True, slots=True)
class Label:
    x: str
    day: str
    words: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Dot:
    """`kind`: seen, last, open (today), due or limit."""

    x: str
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """`kind`: moving, quiet (days without a scan) or silent (up to today)."""

    x1: str
    x2: str
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class TrackLine:
    dots: list[Dot]
    stretches: list[Stretch]
    labels: list[Label]
    limit: Label | None


@dataclass(frozen=True, slots=True)
class Around:
    """`until`: today, while the parcel is still on its way. `limit`, `due`: None where unknown."""

    until: datetime | None
    limit: datetime | None
    due: datetime | None


class Scale:
    def __init__(self, start: datetime, end: datetime) -> None:
        self._start = start
        self._span = max((end - start).total_seconds(), 1.0)

    def percent(self, at: datetime) -> float:
        share = (at - self._start).total_seconds() / self._span
        return LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, share))


def track_line(seen: Sequence[Seen], around: Around) -> TrackLine | None:
    """None without a scan: there is nothing to draw."""
    if not seen:
        return None
    start, end = seen[0].at, max(seen[-1].at, around.until or seen[-1].at)
    limit = around.limit if around.limit and _near(around.limit, start, end) else None
    scale = Scale(start, max(end, limit or end))
    return TrackLine(
        dots=_dots(seen, around, limit, scale),
        stretches=_stretches(seen, around, scale),
        labels=_labels(seen, around, scale),
        limit=_label(limit, _("limit"), scale) if limit else None,
    )


def _near(limit: datetime, start: datetime, end: datetime) -> bool:
    furthest = end + max((end - start) * FURTHEST, timedelta(days=2))
    return start <= limit <= furthest


def _dots(seen: Sequence[Seen], around: Around, limit: datetime | None, scale: Scale) -> list[Dot]:
    kinds = ["seen"] * (len(seen) - 1) + ["last"]
    dots = [_dot(one.at, kind, one.words, scale) for one, kind in zip(seen, kinds, strict=True)]
    if around.until:
        dots.append(_dot(around.until, "open", _("today"), scale))
    if around.due and _near(around.due, seen[0].at, around.until or seen[-1].at):
        dots.append(_dot(around.due, "due", _("due"), scale))
    if limit:
        dots.append(_dot(limit, "limit", _("limit"), scale))
    return dots


def _dot(at: datetime, kind: str, words: str, scale: Scale) -> Dot:
    return Dot(_x(scale.percent(at)), kind, f"{day(at)}: {words}")


def _stretches(seen: Sequence[Seen], around: Around, scale: Scale) -> list[Stretch]:
    found = [
        _stretch(one.at, after.at, "quiet" if after.at - one.at >= QUIET else "moving", scale)
        for one, after in pairwise(seen)
    ]
    if around.until and around.until > seen[-1].at:
        found.append(_stretch(seen[-1].at, around.until, "silent", scale))
    return found


def _stretch(start: datetime, end: datetime, kind: str, scale: Scale) -> Stretch:
    passed = whole_days(start, end)
    title = without_a_scan(passed) if kind != "moving" else ""
    return Stretch(_x(scale.percent(start)), _x(scale.percent(end)), kind, title)


def without_a_scan(passed: int) -> str:
    return _("{days} without a scan").format(days=days(passed))


def _labels(seen: Sequence[Seen], around: Around, scale: Scale) -> list[Label]:
    """The last scan and today first, then the first one, then what finds room, newest first."""
    today = [Seen(around.until, "")] if around.until else []
    wanted = [(seen[-1], False), *((one, True) for one in today), (seen[0], False)]
    wanted += [(one, False) for one in reversed(seen[1:-1])]
    taken: list[float] = []
    labels: list[tuple[float, Label]] = []
    for one, is_today in wanted:
        at = scale.percent(one.at)
        if all(abs(at - other) >= APART for other in taken):
            taken.append(at)
            labels.append((at, _label_of(one, at, is_today=is_today)))
    return [label for _, label in sorted(labels, key=lambda pair: pair[0])]


def _label_of(one: Seen, at: float, *, is_today: bool) -> Label:
    words = one.words if len(one.words) <= LONGEST else f"{one.words[: LONGEST - 1].rstrip()}…"
    return Label(_x(at), _("today") if is_today else day(one.at), words, _anchor(at))


def _label(at: datetime, words: str, scale: Scale) -> Label:
    percent = scale.percent(at)
    return Label(_x(percent), f"{words} {day(at)}", "", _anchor(percent))


def _anchor(percent: float) -> str:
    if percent < LEFT + APART / 2:
        return "start"
    return "end" if percent > RIGHT - APART / 2 else "middle"


def _x(percent: float) -> str:
    return f"{percent:.1f}%"


def described(seen: Iterable[Seen], *more: str) -> str:
    """The picture in words: each scan, then what stands beside them."""
    told = [f"{day(one.at)} {one.words}".strip() for one in seen]
    return ", ".join(part for part in (*told, *more) if part)
