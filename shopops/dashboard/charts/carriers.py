"""Exceptions by carrier."""

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
    share,
)
from shopops.dashboard.questions.carriers import Carrier, by_carrier

NOTHING = "No order with a known carrier was looked at in these days."
MOST_ROWS = 10  # of the picture; the table has all


def carrier_chart(asked: Asked) -> Chart:
    rows = by_carrier(asked.tenant_id, asked.period)
    return Chart(
        slug="exceptions-by-carrier",
        title="Exceptions by carrier",
        answer=carriers_answer(rows),
        note=(
            "Orders whose newest proposal was made in these days. An order with parcels of two "
            "carriers counts under both."
        ),
        nothing=NOTHING,
        pictures=_pictures(rows),
        table=Table(
            ("Carrier", "Orders", "Exceptions", "Share", "Escalated"),
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
        Series("Exception", Tone.ORANGE, [row.exceptions for row in shown]),
        Series("Escalated", Tone.PURPLE, [row.escalated for row in shown]),
        Series("Nothing wrong", Tone.GREY, [row.others for row in shown]),
    ]
    labels = [row.name for row in shown]
    return [Picture(kind="rows", labels=labels, series=series)] if rows else []


def carriers_answer(rows: list[Carrier]) -> str:
    if not rows:
        return NOTHING
    most = rows[0]
    if not most.exceptions:
        return "No carrier’s parcels made an exception."
    highest = max(rows, key=lambda row: (row.exceptions / row.orders, row.exceptions))
    if highest is most:
        return f"Most exceptions, and the highest share: {_part(most)}."
    return f"Most exceptions: {_part(most)}. Highest share: {_part(highest)}."


def _part(row: Carrier) -> str:
    orders = counted(row.orders, "order", "orders")
    return f"{row.name}, {row.exceptions:,} of {orders} ({share(row.exceptions, row.orders)})"
