"""How often each alarm rang."""

from django.utils.translation import gettext, gettext_noop, ngettext

from shopops.dashboard.charts.parts import (
    Asked,
    Chart,
    Picture,
    Series,
    Sheet,
    Table,
    Tone,
    ends,
)
from shopops.dashboard.questions.ringing import MANY, Rung, rung_per_item

NOTHING = gettext_noop("No alarm that began in these days has rung.")


def ringing_chart(asked: Asked) -> Chart:
    never, *rows = rung_per_item(asked.tenant_id, asked.period)
    labels = [_times(row) for row in rows]
    return Chart(
        slug="rings-per-alarm",
        title=gettext("How often alarms rang"),
        answer=_answer(never, rows),
        note=gettext("Alarms that began in these days, by how often each has rung since."),
        nothing=gettext(NOTHING),
        pictures=_pictures(rows, labels) if any(row.rings for row in rows) else [],
        table=Table(
            (gettext("Rang"), gettext("Still open"), gettext("Settled")),
            [
                (label, f"{row.open:,}", f"{row.settled:,}")
                for label, row in zip(["never", *labels], [never, *rows], strict=True)
            ],
        ),
        sheet=Sheet(
            ("from_utc", "to_utc", "rings_at_least", "still_open", "settled"),
            [(*ends(asked.period), row.times, row.open, row.settled) for row in [never, *rows]],
        ),
    )


def _pictures(rows: list[Rung], labels: list[str]) -> list[Picture]:
    series = [
        Series(gettext("Still open"), Tone.ORANGE, [row.open for row in rows]),
        Series(gettext("Settled"), Tone.TEAL, [row.settled for row in rows]),
    ]
    return [Picture(kind="bars", labels=labels, series=series)]


def _times(row: Rung) -> str:
    if row.times == MANY:
        return gettext("{many} or more").format(many=MANY)
    return {1: "once", 2: "twice"}.get(row.times, f"{row.times} times")


def _answer(never: Rung, rows: list[Rung]) -> str:
    rings = sum(row.rings for row in rows)
    rang = sum(row.open + row.settled for row in rows)
    if not rang:
        return gettext(NOTHING)
    words = gettext("{rings} for {rang}, {average} each on average.").format(
        rings=ngettext("{number} ring", "{number} rings", rings).format(number=f"{rings:,}"),
        rang=ngettext("{number} alarm", "{number} alarms", rang).format(number=f"{rang:,}"),
        average=f"{rings / rang:.1f}",
    )
    early = never.settled
    return (
        words
        + ngettext(
            " {number} more was settled before a ring.",
            " {number} more were settled before a ring.",
            early,
        ).format(number=f"{early:,}")
        if early
        else words
    )
