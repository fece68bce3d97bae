"""Exceptions by carrier."""

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
    share,
)
from shopops.dashboard.questions.carriers import Carrier, by_carrier

NOTHING = gettext_noop("No order with a known carrier was looked at in these days.")
MOST_ROWS = 10  # of the picture; the table has all


def carrier_chart(asked: Asked) -> Chart:
    rows = by_carrier(asked.tenant_id, asked.period)
    return Chart(
        slug="exceptions-by-carrier",
        title=gettext("Exceptions by carrier"),
        answer=carriers_answer(rows),
        note=gettext(
            "Orders whose newest proposal was made in these days. An order with parcels of two "
            "carriers counts under both."
        ),
        nothing=gettext(NOTHING),
        pictures=_pictures(rows),
        table=Table(
            (
                gettext("Carrier"),
                gettext("Orders"),
                gettext("Exceptions"),
                gettext("Share"),
                gettext("Escalated"),
            ),
            [
                (
                    row.name,
                    f"{row.orders:,}",
                    f"{row.exceptions:,}",
                    share(row.exceptions, row.orders),
                    f"{row.escalated:,}",
                )
                for row in rows
            ],
        ),
        sheet=Sheet(
            ("from_utc", "to_utc", "carrier", "orders", "exceptions", "escalated"),
            [
                (*ends(asked.period), row.name, row.orders, row.exceptions, row.escalated)
                for row in rows
            ],
        ),
    )


def _pictures(rows: list[Carrier]) -> list[Picture]:
    shown = rows[:MOST_ROWS]
    series = [
        Series(gettext("Exception"), Tone.ORANGE, [row.exceptions for row in shown]),
        Series(gettext("Escalated"), Tone.PURPLE, [row.escalated for row in shown]),
        Series(gettext("Nothing wrong"), Tone.GREY, [row.others for row in shown]),
    ]
    labels = [row.name for row in shown]
    return [Picture(kind="rows", labels=labels, series=series)] if rows else []


def carriers_answer(rows: list[Carrier]) -> str:
    if not rows:
        return gettext(NOTHING)
    most = rows[0]
    if not most.exceptions:
        return gettext("No carrier’s parcels made an exception.")
    highest = max(rows, key=lambda row: (row.exceptions / row.orders, row.exceptions))
    if highest is most:
        return gettext("Most exceptions, and the highest share: {most}.").format(most=_part(most))
    return gettext("Most exceptions: {most}. Highest share: {highest}.").format(
        most=_part(most), highest=_part(highest)
    )


def _part(row: Carrier) -> str:
    orders = ngettext("{number} order", "{number} orders", row.orders).format(
        number=f"{row.orders:,}"
    )
    return gettext("{name}, {exceptions} of {orders} ({share})").format(
        name=row.name,
        exceptions=f"{row.exceptions:,}",
        orders=orders,
        share=share(row.exceptions, row.orders),
    )
