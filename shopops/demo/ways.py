"""What else can become of an order at Northline: asked about, taken back, out of time, and so on.

Some of them wait, one for information and one anew, so that each list has something in it.
"""

from datetime import datetime

from shopops.agents.proposal import ActionKind
from shopops.demo.orders.buyers import CAL, INES, ODILE, PIET, RUTH
from shopops.demo.orders.settled import HOURS, Settled, lost, stalled
from shopops.demo.orders.till import Arrival, Till
from shopops.demo.script import Lapsed, Lent, Limited, Ruling, Scene, Together
from shopops.review.models import DecisionKind

MAYA, TOMASZ = "maya@northline.example", "tomasz@northline.example"
ADAEZE = "adaeze@northline.example"
REFUND = frozenset({ActionKind.DRAFT_EMAIL, ActionKind.PROPOSE_REFUND})
US, EU = "USPS", "Tulip Parcel"
TOGETHER = (
    Settled(943, 9.4, CAL, "Whetstone", 4200, "USD", US, lost),
    Settled(944, 9.4, INES, "Candle moulds", 3900, "USD", US, stalled),
    Settled(945, 9.4, CAL, "Boot brush", 2700, "USD", US, stalled),
)
ORDERS = (
    Settled(941, 15.3, ODILE, "Wicker cradle", 8700, "EUR", EU, stalled),  # nobody decides it
    Settled(942, 10.4, INES, "Weather vane", 36400, "USD", US, lost),  # by one instead of two
    *TOGETHER,
    Settled(946, 0.46, PIET, "Skittles", 4700, "EUR", EU, stalled),  # waits for information
    Settled(947, 0.43, CAL, "Cast iron bell", 7400, "USD", US, stalled),  # approved and taken back
    Settled(948, 0.4, RUTH.but(opted_out=None), "Rag rug", 5800, "USD", US, stalled),
)


def ways(now: datetime) -> list[Scene]:
    till = Till(now)
    came: list[Scene] = [Arrival(order.days * HOURS, order.case(till)) for order in ORDERS]
    return [*came, *HAPPENED]


HAPPENED: tuple[Scene, ...] = (
    Ruling(
        hours=248,
        order_id="O-942",
        by=ADAEZE,
        kind=DecisionKind.APPROVE,
        approved=REFUND,
        bypass=("four_eyes",),
        reason="Both reviewers are at the fair today, and she flies tonight.",
    ),
    Together(
        hours=222,
        order_ids=tuple(order.order_id for order in TOGETHER),
        by=MAYA,
        prefer=ActionKind.PROPOSE_RESHIP,
    ),
    Lapsed(hours=31, order_id="O-941"),
    Ruling(
        hours=7.6,
        order_id="O-946",
        by=MAYA,
        kind=DecisionKind.RESPOND,
        reason="Which of the two sets did he order, the ash or the oak?",
    ),
    Ruling(hours=6.1, order_id="O-947", by=TOMASZ, kind=DecisionKind.APPROVE, approved=REFUND),
    Ruling(
        hours=6.05,
        order_id="O-947",
        by=TOMASZ,
        kind=DecisionKind.UNDO,
        reason="He wants the bell, not the money.",
    ),
    Ruling(
        hours=5.4,
        order_id="O-948",
        by=MAYA,
        kind=DecisionKind.SUPPLY_FACT,
        fact=("opted_out", "no"),
        reason="She wrote to us herself this morning and asks for an answer.",
    ),
    Limited(
        hours=2.1,
        by=ADAEZE,
        to=TOMASZ,
        limit=("EUR", 10000),
        reason="Tomasz is new to the European shops.",
    ),
    Lent(
        hours=1.9,
        by=ADAEZE,
        to=TOMASZ,
        most=("EUR", 11800),
        days=7,
        reason="He stands in for me this week.",
    ),
)
