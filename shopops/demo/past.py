"""Northline's last six weeks, all of them settled: what the dashboard looks back on."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from shopops.agents.proposal import ActionKind
from shopops.alarms.config import AlarmConfig
from shopops.demo.orders.buyers import CAL, INES, NADIA, ODILE, PIET, RUTH, SAYO
from shopops.demo.orders.settled import (
    HOURS,
    Settled,
    lost,
    moving,
    never_handed_over,
    returning,
    stalled,
)
from shopops.demo.orders.till import Arrival, Till
from shopops.demo.script import Answer, Ring, Ruling, Scene
from shopops.review.models import DecisionKind, Outcome

MAYA, TOMASZ = "maya@northline.example", "tomasz@northline.example"
RESHIP = frozenset({ActionKind.DRAFT_EMAIL, ActionKind.PROPOSE_RESHIP})
REFUND = frozenset({ActionKind.DRAFT_EMAIL, ActionKind.PROPOSE_REFUND})
# Of the usual settings, in hours; and how late a ring is.
FIRST_RING = AlarmConfig().ring_after_minutes / 60
INTERVAL = AlarmConfig().interval_minutes / 60
LATE = 0.02
OPTED_OUT = RUTH.but(opted_out=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """`hours` after it came in. `amount`: it was edited first, half an hour before. `rings`: so
    often it rang, by the usual settings. `answered`: so many hours after its first ring whoever
    decided it took note of that; None: nobody did."""

    by: str
    hours: float
    approved: frozenset[ActionKind] = frozenset()
    reason: str = ""
    outcome: Outcome | None = None
    amount: str = ""
    rings: int = 0
    answered: float | None = None


Told = tuple[Settled, Settling | None]
US, EU, GULF = "USPS", "Tulip Parcel", "Gulf Courier"

# The weeks before the last thirty days: what the dashboard compares with.
EARLIER: tuple[Told, ...] = (
    (
        Settled(901, 41.4, INES, "Enamel teapot", 5400, "USD", US, stalled),
        Settling(by=MAYA, hours=9.5, rings=2, answered=1.4, approved=RESHIP),
    ),
    (
        Settled(902, 41.4, PIET, "Oil lamp", 7900, "EUR", EU, stalled),
        Settling(by=TOMASZ, hours=22, rings=3, answered=2.6, approved=REFUND),
    ),
    (Settled(903, 41.4, CAL, "Felt slippers", 3100, "USD", US, moving), None),
    (
        Settled(904, 39.4, ODILE, "Fruit bowl", 6400, "EUR", EU, lost),
        Settling(by=MAYA, hours=5.2, rings=1, answered=0.35, approved=RESHIP),
    ),
    (
        Settled(905, 38.5, CAL, "Axe, small", 8800, "USD", US, never_handed_over),
        Settling(by=MAYA, hours=5.6, rings=4, reason="Found on the shelf; it leaves today."),
    ),
    (Settled(906, 38.5, SAYO, "Indigo cloth", 5200, "JPY", US, moving), None),
    (
        Settled(907, 35.4, NADIA, "Coffee pot", 31500, "KWD", GULF, stalled),
        Settling(by=TOMASZ, hours=28, rings=4, answered=3.7, approved=REFUND),
    ),
    (
        Settled(908, 34.4, INES, "Bird house", 4600, "USD", US, lost),
        Settling(by=MAYA, hours=3.4, rings=1, answered=0.2, approved=RESHIP),
    ),
    (Settled(909, 34.4, PIET, "Clogs", 4900, "USD", EU, moving), None),
    (
        Settled(910, 32.5, OPTED_OUT, "Wool blanket", 11800, "USD", US, stalled),
        Settling(
            by=TOMASZ,
            hours=18,
            reason="Called her: it goes to the neighbour.",
            outcome=Outcome.CONTACTED,
        ),
    ),
)
RECENT: tuple[Told, ...] = (
    (
        Settled(911, 28.4, INES, "Reading lamp", 8900, "USD", US, stalled),
        Settling(by=MAYA, hours=4.1, rings=1, answered=0.5, approved=RESHIP),
    ),
    (Settled(912, 28.4, CAL, "Seed tins", 2600, "USD", US, moving), None),
    (
        Settled(913, 27.5, ODILE, "Linen sheets", 14200, "EUR", EU, stalled),
        Settling(by=TOMASZ, hours=11, rings=2, answered=1.3, approved=REFUND, amount="120.00"),
    ),
    (
        Settled(914, 26.4, CAL, "Cider press", 24900, "USD", US, lost),
        Settling(by=MAYA, hours=6.3, rings=1, answered=0.25, approved=REFUND),
    ),
    (Settled(915, 26.4, SAYO, "Tea caddy", 3800, "JPY", US, moving), None),
    (
        Settled(916, 25.4, PIET, "Bread bin", 5600, "EUR", EU, never_handed_over),
        Settling(by=MAYA, hours=2.2, rings=1, approved=RESHIP),
    ),
    (
        Settled(917, 22.4, SAYO, "Brass kettle", 9800, "JPY", US, stalled),
        Settling(by=TOMASZ, hours=27, rings=4, answered=3.4, approved=REFUND),
    ),
    (
        Settled(918, 21.5, OPTED_OUT, "Picture frames", 6700, "USD", US, lost),
        Settling(
            by=MAYA,
            hours=7.5,
            reason="Sent her the money in the shop's own system.",
            outcome=Outcome.REFUNDED,
        ),
    ),
    (
        Settled(919, 21.5, INES, "Garden trug", 7200, "USD", US, stalled),
        Settling(by=TOMASZ, hours=3.6, rings=1, answered=0.8, approved=RESHIP),
    ),
    (Settled(920, 21.5, PIET, "Tin soldiers", 2900, "USD", EU, moving), None),
    (
        Settled(921, 19.4, ODILE, "Copper pan", 11900, "EUR", EU, lost),
        Settling(by=MAYA, hours=1.8, approved=RESHIP),
    ),
    (
        Settled(922, 18.4, NADIA, "Rose water, 6", 16800, "KWD", GULF, stalled),
        Settling(by=MAYA, hours=5.5, rings=1, answered=0.15, approved=REFUND, amount="14.000"),
    ),
    (
        Settled(923, 18.4, CAL, "Fishing creel", 6300, "USD", US, stalled, arrived=0.2),
        Settling(
            by=TOMASZ, hours=8.4, rings=3, answered=2.3, reason="It came this morning, he writes."
        ),
    ),
    (Settled(924, 18.4, INES, "Door mat", 3400, "USD", US, moving), None),
    (
        Settled(925, 15.4, PIET, "Cheese board", 5900, "EUR", EU, stalled),
        Settling(by=MAYA, hours=2.7, rings=1, answered=0.3, approved=RESHIP),
    ),
    (
        Settled(926, 14.4, INES, "Storm glass", 9400, "USD", US, returning),
        Settling(
            by=TOMASZ,
            hours=12,
            rings=2,
            answered=1.8,
            approved=frozenset({ActionKind.PROPOSE_REFUND}),
        ),
    ),
    (
        Settled(927, 14.4, SAYO, "Lacquer tray", 12600, "JPY", US, lost),
        Settling(by=MAYA, hours=3.1, rings=1, answered=0.4, approved=RESHIP),
    ),
    (Settled(928, 14.4, CAL, "Hiking socks", 2200, "USD", US, moving), None),
    (
        Settled(929, 12.4, ODILE, "Market umbrella", 15800, "EUR", EU, stalled),
        Settling(by=TOMASZ, hours=6.8, rings=2, answered=1.6, approved=REFUND, amount="140.00"),
    ),
    (
        Settled(930, 11.4, CAL, "Dutch oven", 13500, "USD", US, stalled),
        Settling(by=MAYA, hours=1.4, approved=RESHIP),
    ),
    (Settled(931, 11.4, PIET, "Bicycle bell", 1900, "USD", EU, moving), None),
    (
        Settled(932, 8.4, INES, "Slate sign", 5700, "USD", US, never_handed_over),
        Settling(by=MAYA, hours=2.4, rings=1, reason="Handed over on Friday."),
    ),
    (
        Settled(933, 7.5, ODILE, "Preserving jars", 6100, "EUR", EU, lost),
        Settling(by=TOMASZ, hours=4.4, rings=1, answered=0.7, approved=RESHIP),
    ),
    (
        Settled(934, 7.5, CAL, "Barn lantern", 8300, "USD", US, stalled),
        Settling(by=MAYA, hours=1.1, approved=REFUND),
    ),
    (Settled(935, 7.5, SAYO, "Rice spoons", 2400, "JPY", US, moving), None),
    (
        Settled(936, 5.4, PIET, "Step stool", 9200, "EUR", EU, stalled),
        Settling(by=TOMASZ, hours=3.2, rings=1, answered=0.45, approved=REFUND, amount="80.00"),
    ),
    (
        Settled(937, 4.4, INES, "Patchwork quilt", 17600, "USD", US, lost),
        Settling(by=MAYA, hours=0.9, approved=RESHIP),
    ),
    (
        Settled(938, 3.4, CAL, "Kindling splitter", 7800, "USD", US, stalled),
        Settling(by=MAYA, hours=5.6, rings=3, answered=2.2, approved=RESHIP),
    ),
)


def past(now: datetime) -> list[Scene]:
    till = Till(now)
    return [
        scene for order, settling in (*EARLIER, *RECENT) for scene in _of(till, order, settling)
    ]


def _of(till: Till, order: Settled, settling: Settling | None) -> Iterator[Scene]:
    """It came in, it rang, what was decided, and that it was delivered in the end."""
    came = order.days * HOURS
    yield Arrival(came, order.case(till))
    if settling is None or _kind(settling) is DecisionKind.REJECT:
        yield order.delivered(till)
    if settling is None:
        return
    decided = came - settling.hours
    yield from _heard(order.order_id, came, decided, settling)
    if settling.amount:
        yield Ruling(
            hours=decided + 0.5,
            order_id=order.order_id,
            by=settling.by,
            kind=DecisionKind.EDIT,
            amount=settling.amount,
            reason="The postage is not ours to return.",
        )
    yield Ruling(
        hours=decided,
        order_id=order.order_id,
        by=settling.by,
        kind=_kind(settling),
        reason=settling.reason,
        approved=settling.approved,
        outcome=settling.outcome,
        revision=2 if settling.amount else 1,
    )


def _heard(order_id: str, came: float, decided: float, settling: Settling) -> Iterator[Scene]:
    """Rung when it was due, and quiet from the answer to the decision."""
    for number in range(settling.rings):
        late = LATE * (number + 1)
        yield Ring(hours=came - FIRST_RING - INTERVAL * number - late, order_id=order_id)
    if settling.answered is not None:
        told = came - FIRST_RING - LATE - settling.answered
        yield Answer(hours=told, order_id=order_id, by=settling.by, quiet=told - decided + 0.1)


def _kind(settling: Settling) -> DecisionKind:
    if settling.outcome is not None:
        return DecisionKind.HANDLED_OUTSIDE
    return DecisionKind.APPROVE if settling.approved else DecisionKind.REJECT
