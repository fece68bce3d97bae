"""Median and ninetieth percentile as two lines over the period."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext, gettext_noop, ngettext

from shopops.dashboard.charts.parts import (
    Asked,
    Cell,
    Chart,
    Picture,
    Series,
    Sheet,
    Table,
    Tile,
    Tone,
    lasting,
    utc,
)
from shopops.dashboard.period import Period
from shopops.dashboard.questions.acknowledging import time_to_acknowledgment
from shopops.dashboard.questions.deciding import time_to_decision
from shopops.dashboard.questions.spans import Span, Spans


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """`thing` and `things` name what is counted; `column` names their number in the file."""

    slug: str
    title: str
    median: str  # names it as one number
    counted: Callable[[int], str]  # with the place of the number
    column: str
    done: str
    note: str
    nothing: str
    ask: Callable[[int, Period], Spans]


DECISION = Measure(
    slug="time-to-decision",
    title=gettext_noop("Time to a decision"),
    median=gettext_noop("Median time to a decision"),
    counted=lambda number: ngettext("{number} order", "{number} orders", number),
    column="decisions",
    done=gettext_noop("decided"),
    note=gettext_noop(
        "From when the order began to wait until it was approved, rejected or handled outside. "
        "Decisions that were taken back do not count."
    ),
    nothing=gettext_noop("Nothing was decided in these days."),
    ask=time_to_decision,
)
ACKNOWLEDGMENT = Measure(
    slug="time-to-acknowledgment",
    title=gettext_noop("Time to an acknowledgment"),
    median=gettext_noop("Median time to an acknowledgment"),
    counted=lambda number: ngettext("{number} ringing alarm", "{number} ringing alarms", number),
    column="acknowledgments",
    done=gettext_noop("acknowledged"),
    note=gettext_noop(
        "From the first ring that nobody had answered yet until somebody acknowledged it."
    ),
    nothing=gettext_noop("No alarm was acknowledged in these days."),
    ask=time_to_acknowledgment,
)


def decision_chart(asked: Asked) -> Chart:
    found = time_to_decision(asked.tenant_id, asked.period)
    return _chart(
        DECISION,
        found,
        asked.period,
        [_how_many(found, asked.period), _half(DECISION, found, asked.period)],
    )


def acknowledgment_chart(asked: Asked) -> Chart:
    found = time_to_acknowledgment(asked.tenant_id, asked.period)
    return _chart(
        ACKNOWLEDGMENT,
        found,
        asked.period,
        [_half(ACKNOWLEDGMENT, found, asked.period)],
    )


def _chart(measure: Measure, found: Spans, period: Period, tiles: list[Tile]) -> Chart:
    buckets = list(period.buckets())
    each = [found.each.get(bucket) for bucket in buckets]
    return Chart(
        slug=measure.slug,
        title=gettext(measure.title),
        answer=_answer(measure, found, period),
        note=gettext(measure.note),
        nothing=gettext(measure.nothing),
        pictures=[_picture(buckets, each)] if found.whole else [],
        table=Table(
            (
                gettext("Week of") if period.unit == "week" else gettext("Day"),
                gettext("Number"),
                gettext("Half within"),
                gettext("90 % within"),
            ),
            [_row(at, one) for at, one in zip(buckets, each, strict=True) if one],
        ),
        sheet=Sheet(
            ("from_utc", "to_utc", measure.column, "p50_seconds", "p90_seconds"),
            [_cells(period, at, one) for at, one in zip(buckets, each, strict=True)],
        ),
        tiles=tiles,
    )


def _picture(buckets: list[date], each: list[Span | None]) -> Picture:
    return Picture(
        kind="lines",
        labels=[f"{at.day} {at:%b}" for at in buckets],
        series=[
            Series(gettext("Half within"), Tone.BLUE, [one.half if one else None for one in each]),
            Series(
                gettext("90 % within"), Tone.ORANGE, [one.most if one else None for one in each]
            ),
        ],
        unit="seconds",
    )


def _row(at: date, one: Span) -> tuple[str, ...]:
    return f"{at.day} {at:%b %Y}", f"{one.count:,}", lasting(one.half), lasting(one.most)


def _cells(period: Period, at: date, one: Span | None) -> tuple[Cell, ...]:
    begins, over = period.bucket(at)
    if one is None:
        return utc(begins), utc(over), 0, None, None
    return utc(begins), utc(over), one.count, round(one.half), round(one.most)


def _answer(measure: Measure, found: Spans, period: Period) -> str:
    if found.whole is None:
        return gettext(measure.nothing)
    whole = found.whole
    words = gettext("{count} {done}: half within {half}, nine in ten within {most}.").format(
        count=measure.counted(whole.count).format(number=f"{whole.count:,}"),
        done=gettext(measure.done),
        half=lasting(whole.half),
        most=lasting(whole.most),
    )
    if found.before is not None:
        half, most = lasting(found.before.half), lasting(found.before.most)
        words += gettext(" In the {period} before: {half} and {most}.").format(
            period=_days(period), half=half, most=most
        )
    return words


def _how_many(found: Spans, period: Period) -> Tile:
    number = found.whole.count if found.whole else 0
    before = found.before.count if found.before else 0
    return Tile(
        gettext("Orders decided"),
        f"{number:,}",
        gettext("{before} in the {period} before").format(
            before=f"{before:,}", period=_days(period)
        ),
    )


def _half(measure: Measure, found: Spans, period: Period) -> Tile:
    label = gettext(measure.median)
    if found.whole is None:
        return Tile(label, "—", gettext("none {done}").format(done=gettext(measure.done)))
    beside = gettext("none {done} in the {period} before").format(
        done=gettext(measure.done), period=_days(period)
    )
    if found.before is not None:
        beside = gettext("{half} in the {period} before").format(
            half=lasting(found.before.half), period=_days(period)
        )
    return Tile(label, lasting(found.whole.half), beside)


def _days(period: Period) -> str:
    return ngettext("day", "{days} days", period.days).format(days=period.days)
