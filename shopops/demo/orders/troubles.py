"""Orders cancelled, disputed, doubled, claimed missing, or of which tracking says nothing."""

from collections.abc import Iterator

from shopops.agents.records import (
    Chargeback,
    Claim,
    ClaimKind,
    OrderState,
    Shipment,
    TrackerStatus,
    TransactionStatus,
)
from shopops.agents.teaching.parts import line as item
from shopops.agents.teaching.parts import refund
from shopops.demo.orders.buyers import (
    AILBHE,
    DOV,
    JASPER,
    KATRIN,
    OSKAR,
    PRIYA,
    RHYS,
    WALT,
)
from shopops.demo.orders.till import Arrival, Till, Way, sent

LABEL = TrackerStatus.PRE_TRANSIT
MOVING = TrackerStatus.IN_TRANSIT
DELIVERED = TrackerStatus.DELIVERED
CANCELLED = OrderState.CANCELLED


def troubles(till: Till) -> Iterator[Arrival]:
    yield from _cancelled(till)
    yield from _disputed(till)
    yield from _everything(till)
    yield from _no_tracking(till)
    yield from _ordered_twice(till)


def _cancelled(till: Till) -> Iterator[Arrival]:
    order = till.order(
        1011, item(34210, "Folding canoe seat, pair"), placed=13.7, by=WALT, state=CANCELLED
    )
    yield Arrival(2.2, sent("cancelled, nothing sent back yet; takes two approvals", order))
    waiting = refund(7700, "EUR", status=TransactionStatus.PENDING, created_at=till.ago(0.7))
    order = till.order(
        1050,
        item(7700, "Hall lamp", "EUR"),
        placed=4.3,
        by=JASPER,
        state=CANCELLED,
        refunds=(waiting,),
    )
    yield Arrival(13.6, sent("cancelled, and all of the money is on its way", order))


def _disputed(till: Till) -> Iterator[Arrival]:
    stops = (12.2, LABEL, "Duluth"), (9.8, MOVING, "Denver"), (8.9, DELIVERED, "Tucson")
    order = till.order(
        1014,
        item(14900, "Hammock with frame"),
        placed=13.4,
        by=PRIYA,
        claims=(Claim(id="k1", kind=ClaimKind.NOT_RECEIVED, made_at=till.ago(6.2)),),
        chargebacks=(Chargeback(id="cb1", open=True, transaction_id="t1"),),
    )
    yield Arrival(
        6, sent("claimed missing, then disputed at the bank", order, till.way(1014, *stops))
    )
    stops = (7.8, LABEL, "Duluth"), (6.1, MOVING, "Fargo"), (3.2, DELIVERED, "Portland")
    missing = Claim(id="k1", kind=ClaimKind.NOT_RECEIVED, made_at=till.ago(1.4), shipment_id="s1")
    order = till.order(1040, item(2100, "Bird feeder"), placed=8.6, by=DOV, claims=(missing,))
    yield Arrival(3.1, sent("delivered, and not received", order, till.way(1040, *stops)))


def _everything(till: Till) -> Iterator[Arrival]:
    """One order with all that can be wrong at once."""
    order = till.order(
        1015,
        item(8900, "Wall clock"),
        placed=13.1,
        by=RHYS,
        customer=None,
        refunds=(refund(9900, created_at=till.ago(9)),),
        chargebacks=(Chargeback(id="cb1", open=True, transaction_id="t1"),),
    )
    parcel = Way(Shipment(id="s1", carrier="USPS", cancelled=True, created_at=till.ago(11)))
    yield Arrival(49, sent("a guest's order with everything wrong at once", order, parcel))


def _no_tracking(till: Till) -> Iterator[Arrival]:
    order = till.order(1016, item(6300, "Door mat, coir"), placed=12.9, by=AILBHE)
    called_off = till.way(1016, (12, LABEL, "Duluth"), (10.8, TrackerStatus.CANCELLED, "Duluth"))
    yield Arrival(8.1, sent("the label was cancelled, and no other was made", order, called_off))
    order = till.order(1019, item(4400, "Watering can"), placed=12.5, by=KATRIN)
    letter = Way(Shipment(id="s1", created_at=till.ago(12)))
    yield Arrival(30.5, sent("handed to a courier without tracking", order, letter))


def _ordered_twice(till: Till) -> Iterator[Arrival]:
    """Both halves come in together, so that each finds the other."""
    goods = item(11200, "Sledge, beech")
    first = till.order(1055, goods, placed=1.62, by=OSKAR)
    again = till.order(1056, goods, placed=1.6175, by=OSKAR)
    yield Arrival(9.3, sent("the first of two equal orders, four minutes apart", first))
    yield Arrival(9.3, sent("the second of two equal orders, four minutes apart", again))
