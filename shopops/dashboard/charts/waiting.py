"""Waiting and overdue, by age."""

from django.utils.translation import gettext, gettext_noop, ngettext

from shopops.dashboard.charts.parts import (
    Asked,
    Chart,
    Picture,
    Series,
    Sheet,
    Table,
    Tile,
    Tone,
    utc,
)
from shopops.dashboard.questions.waiting import EDGES, Waiting, waiting
from shopops.proposals.models import ReviewStatus
from shopops.review.counts import Count, count_free
from shopops.review.filters import Due

# Between EDGES, in words.
AGES = (
    gettext_noop("under 1 h"),
    "1–4 h",
    "4–12 h",
    "12–24 h",
    "1–3 d",
    "3–7 d",
    gettext_noop("over 7 d"),
)
HEADER = (
    "as_of_utc",
    "waited_from_seconds",
    "waited_to_seconds",
    "in_time",
    "overdue",
    "waiting_for_information",
)


def _ages() -> list[str]:
    return [gettext(one) for one in AGES]


def waiting_chart(asked: Asked) -> Chart:
    rows = waiting(asked.tenant_id, config=asked.config, now=asked.now)
    late, free = sum(row.overdue for row in rows), count_free(asked.tenant_id)
    waits = late + sum(row.in_time for row in rows)
    questions = sum(row.asked for row in rows)
    return Chart(
        slug="waiting",
        title=gettext("What waits, and how long"),
        answer=_answer(waits, late, questions, asked.config.due_hours),
        note=gettext("Orders that wait now, by how long they have waited."),
        nothing=gettext("Nothing waits for a person."),
        pictures=_pictures(rows) if waits or questions else [],
        table=Table(
            (
                gettext("Has waited"),
                gettext("In time"),
                gettext("Overdue"),
                gettext("For information"),
            ),
            [
                (label, f"{row.in_time:,}", f"{row.overdue:,}", f"{row.asked:,}")
                for label, row in zip(_ages(), rows, strict=True)
            ],
        ),
        sheet=Sheet(HEADER, [(utc(asked.now), *_cells(row)) for row in rows]),
        tiles=[
            Tile(gettext("Waiting now"), f"{waits:,}", _beside(late), late=late > 0),
            *_free(free),
        ],
        of_now=True,
        see=_see(waits, late, free),
    )


def _pictures(rows: list[Waiting]) -> list[Picture]:
    series = [
        Series(gettext("In time"), Tone.BLUE, [row.in_time for row in rows]),
        Series(gettext("Overdue"), Tone.ORANGE, [row.overdue for row in rows]),
    ]
    if any(row.asked for row in rows):
        series.append(
            Series(gettext("Waits for information"), Tone.GREY, [row.asked for row in rows])
        )
    return [Picture(kind="bars", labels=_ages(), series=series)]


def _answer(waits: int, late: int, questions: int, due_hours: int) -> str:
    words = gettext("{waits} for a decision, {late} overdue").format(
        waits=ngettext("{number} order waits", "{number} orders wait", waits).format(
            number=f"{waits:,}"
        ),
        late=f"{late:,}",
    )
    words += gettext(" (longer than {due_hours} h).").format(due_hours=due_hours)
    if questions:
        words += gettext(" {questions} for information.").format(
            questions=ngettext("{number} waits", "{number} wait", questions).format(
                number=f"{questions:,}"
            )
        )
    return words


def _see(waits: int, late: int, free: Count) -> dict[str, str]:
    shown = {
        "": gettext("all that wait") if waits else "",
        f"?due={Due.OVERDUE}": gettext("the overdue") if late else "",
        f"?status={ReviewStatus.NOT_REQUIRED}": gettext("what needs no review") if free else "",
    }
    return {query: words for query, words in shown.items() if words}


def _free(count: Count) -> list[Tile]:
    """What the queue shows under that name: nobody decides it; it is to be done all the same."""
    words = gettext("to be carried out all the same")
    return [Tile(gettext("No review needed"), str(count), words)] if count else []


def _beside(late: int) -> str:
    return gettext("{late} overdue").format(late=f"{late:,}") if late else gettext("none overdue")


def _cells(row: Waiting) -> tuple[int | None, ...]:
    low = int(EDGES[row.age - 1].total_seconds()) if row.age else 0
    high = int(EDGES[row.age].total_seconds()) if row.age < len(EDGES) else None
    return low, high, row.in_time, row.overdue, row.asked
