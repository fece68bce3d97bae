"""O-1019 to O-1026: orders that are disputed, doubled, cancelled, refunded or not yet sent."""

from collections.abc import Iterator

from shopops.agents.records import Chargeback, OrderState, TransactionStatus
from shopops.agents.teaching.parts import Case, Desk, refund


def trouble_cases(desk: Desk) -> Iterator[Case]:
    yield Case("paid, not yet sent", desk.order("O-1019"))
    yield Case(
        "the bank has opened a dispute",
        desk.order("O-1020", chargebacks=(Chargeback(id="cb1", open=True, transaction_id="t1"),)),
    )
    yield from _ordered_twice(desk)
    yield from _cancelled(desk)
    yield from _refunded(desk)


def _ordered_twice(desk: Desk) -> Iterator[Case]:
    first = desk.order("O-1021")
    again = desk.order("O-1022", placed_at=first.placed_at)
    yield Case("the first of two equal orders within ten minutes", first)
    yield Case("the second of two equal orders within ten minutes", again)


def _cancelled(desk: Desk) -> Iterator[Case]:
    yield Case(
        "cancelled, and all money is back",
        desk.order("O-1023", state=OrderState.CANCELLED, refunds=(refund(12900),)),
    )
    tries = (
        refund(4000, id="r1"),
        refund(2000, id="r2", status=TransactionStatus.PENDING),
        refund(12900, id="r3", status=TransactionStatus.FAILED),
    )
    yield Case(
        "cancelled; of the money a part is back, a part is on its way, and one refund failed",
        desk.order("O-1024", state=OrderState.CANCELLED, refunds=tries),
    )


def _refunded(desk: Desk) -> Iterator[Case]:
    yield Case("refunded in full", desk.order("O-1025", refunds=(refund(12900),)))
    waiting = refund(12900, status=TransactionStatus.PENDING)
    yield Case(
        "refunded in full says the shop; the bank has not moved the money yet",
        desk.order("O-1026", refunds=(waiting,)),
    )
