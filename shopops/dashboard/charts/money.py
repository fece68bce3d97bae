"""Money proposed, approved and paid: a picture a currency, because currencies never add up."""

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_noop

from shopops.dashboard.charts.parts import Asked, Chart, Picture, Series, Sheet, Table, Tone, ends
from shopops.dashboard.questions.money import Money, money_by_currency
from shopops.money import EXPONENTS
from shopops.review.words.values import money

STEPS = (gettext_noop("Proposed"), gettext_noop("Approved"), gettext_noop("Paid"))
NOTHING = gettext_noop("No refund and no store credit was proposed or approved in these days.")
HEADER = (
    "from_utc",
    "to_utc",
    "currency",
    "minor_digits",
    "proposed_minor",
    "approved_minor",
    "paid_minor",
)


def money_chart(asked: Asked) -> Chart:
    rows = money_by_currency(asked.tenant_id, asked.period)
    return Chart(
        slug="money",
        title=gettext("Money proposed, approved and paid"),
        answer=money_answer(rows),
        note=gettext(
            "Refunds and store credit. Proposed: in these days, of alternatives the dearest. "
            "Approved: decided in these days. Paid: of that, what has been carried out; nothing is "
            "converted or added across currencies."
        ),
        nothing=gettext(NOTHING),
        pictures=[_picture(row) for row in rows],
        table=Table(
            (gettext("Currency"), *map(gettext, STEPS)),
            [(row.currency, *_in_words(row)) for row in rows],
        ),
        sheet=Sheet(
            HEADER,
            [
                (
                    *ends(asked.period),
                    row.currency,
                    EXPONENTS.get(row.currency),
                    row.proposed,
                    row.approved,
                    row.paid,
                )
                for row in rows
            ],
        ),
    )


def _picture(row: Money) -> Picture:
    values = [row.proposed, row.approved, row.paid]
    return Picture(
        kind="rows",
        labels=[gettext(step) for step in STEPS],
        series=[Series(row.currency, Tone.TEAL, values)],
        unit="shown",
        shown=_in_words(row),
        caption=row.currency,
    )


def _in_words(row: Money) -> tuple[str, ...]:
    return tuple(money(minor, row.currency) for minor in (row.proposed, row.approved, row.paid))


def money_answer(rows: Sequence[Money]) -> str:
    """A sentence a currency."""
    return " ".join(_sentence(row) for row in rows) or gettext(NOTHING)


def _sentence(row: Money) -> str:
    """What was approved may have been proposed before these days: it is no part of that."""
    proposed, approved, paid = _in_words(row)
    return gettext("{proposed} proposed, {approved} approved, {paid} paid so far.").format(
        proposed=proposed, approved=approved, paid=paid
    )
