"""How often each alarm rang."""

from shopops.dashboard.charts.parts import (
    Asked,
    Chart,
    Picture,
    Series,
    Sheet,
    Table,
    Tone,
    counted,
    ends,
)
from shopops.dashboard.questions.ringing import MANY, Rung, rung_per_item

NOTHING = "No alarm that began in these days has rung."


def ringing_chart(asked: Asked) -> Chart:
    never, *rows = rung_per_item(asked.tenant_id, asked.period)
    labels = [_times(row) for row in rows]
    return Chart(
        slug="rings-per-alarm",
        title="How often alarms rang",
        answer=_answer(never, rows),
        note="Alarms that began in these days, by how often each has rung since.",
        nothing=NOTHING,
        pictures=_pictures(rows, labels) if any(row.rings for row in rows) else [],
        table=Table(
            ("Rang", "Still open", "Settled"),
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
        Series("Still open", Tone.ORANGE, [row.open for row in rows]),
        Series("Settled", Tone.TEAL, [row.settled for row in rows]),
    ]
    return [Picture(kind="bars", labels=labels, series=series)]


def _times(row: Rung) -> str:
    if row.times == MANY:
        return f"{MANY} or more"
    return {1: "once", 2: "twice"}.get(row.times, f"{row.times} times")


def _answer(never: Rung, rows: list[Rung]) -> str:
    rings = sum(row.rings for row in rows)
    rang = sum(row.open + row.settled for row in rows)
    if not rang:
        return NOTHING
    words = (
        f"{counted(rings, 'ring', 'rings')} for {counted(rang, 'alarm', 'alarms')}, "
        f"{rings / rang:.1f} each on average."
    )
    early = never.settled
    return (
        f"{words} {early:,} more {'was' if early == 1 else 'were'} settled before a ring."
        if early
        else words
    )
