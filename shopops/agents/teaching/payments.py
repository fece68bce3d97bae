"""O-1027 to O-1036: money in all its forms. Each parcel has stalled, so that it is about money."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from shopops.agents.records import ShipmentLine, TrackerStatus
from shopops.agents.teaching.parts import INES, Case, Desk, amount, line, paid, refund

IN_TRANSIT = TrackerStatus.IN_TRANSIT


def payment_cases(desk: Desk) -> Iterator[Case]:
    yield from _contradictions(desk)
    yield from _shared_out(desk)
    yield from _currencies(desk)
    yield _stalled(desk, 1034, "a present: nothing to pay", minor=0, transactions=())
    files = (line(1900, "Sewing pattern, download", digital=True),)
    yield Case("nothing but a download", desk.order("O-1035", 1900, lines=files))
    willing = replace(INES, credit_consent=True)
    yield _stalled(desk, 1036, "she would take store credit", customer=willing)


def _stalled(desk: Desk, number: int, teaches: str, **of_order: Any) -> Case:
    order = desk.order(f"O-{number}", shipments=(desk.parcel(f"trk-{number}"),), **of_order)
    tracker = desk.tracker(f"trk-{number}", IN_TRANSIT, (IN_TRANSIT, 6))
    return Case(teaches, order, (tracker,))


def _contradictions(desk: Desk) -> Iterator[Case]:
    dear = (line(13900, "Wool blanket"),)
    yield _stalled(desk, 1027, "the lines cost more than the order", lines=dear)
    yield _stalled(desk, 1028, "more was sent back than came in", refunds=(refund(13000),))


def _shared_out(desk: Desk) -> Iterator[Case]:
    parcels = (
        desk.parcel("trk-1029a", id="s1", lines=(ShipmentLine(line_id="l1", quantity=1),)),
        desk.parcel(
            "trk-1029b",
            id="s2",
            lines=(
                ShipmentLine(line_id="l1", quantity=2),
                ShipmentLine(line_id="l2", quantity=1),
            ),
        ),
    )
    lines = (line(10000, "Candle", quantity=3), line(2900, "Tin lantern", id="l2"))
    order = desk.order("O-1029", lines=lines, shipments=parcels)
    yield Case(
        "two parcels, one stalled; a line of three that does not divide by three",
        order,
        (
            desk.tracker("trk-1029a", IN_TRANSIT, (IN_TRANSIT, 6)),
            desk.tracker("trk-1029b", TrackerStatus.DELIVERED, (TrackerStatus.DELIVERED, 2)),
        ),
    )
    split = (paid(5000, id="t1", method="gift_card"), paid(7900, id="t2"))
    yield _stalled(desk, 1030, "a gift card, and the rest by card", transactions=split)


def _currencies(desk: Desk) -> Iterator[Case]:
    euros = {"minor": 11900, "currency": "EUR"}
    yield _stalled(
        desk, 1031, "paid in euros; the shop counts in dollars", shop_total=amount(12900), **euros
    )
    yield _stalled(desk, 1032, "yen, which have no minor unit", minor=9800, currency="JPY")
    yield _stalled(desk, 1033, "dinars of a thousand fils", minor=12500, currency="KWD")
