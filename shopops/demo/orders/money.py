"""Orders about money: shared out, limited, on its way, in two currencies, contradicting itself."""

from collections.abc import Iterator

from shopops.agents.records import (
    Claim,
    ClaimKind,
    ShipmentLine,
    TrackerStatus,
    TransactionStatus,
)
from shopops.agents.teaching.parts import amount, paid, refund
from shopops.agents.teaching.parts import line as item
from shopops.demo.orders.buyers import (
    AILBHE,
    BEA,
    DOV,
    JASPER,
    LOTTE,
    MATHILDE,
    PRIYA,
    RHYS,
    WALT,
)
from shopops.demo.orders.till import Arrival, Till, sent

LABEL = TrackerStatus.PRE_TRANSIT
MOVING = TrackerStatus.IN_TRANSIT
DELIVERED = TrackerStatus.DELIVERED
FAILED = TrackerStatus.FAILURE


def money(till: Till) -> Iterator[Arrival]:
    yield from _shared_out(till)
    yield from _limited(till)
    yield from _unclear(till)
    yield from _digital(till)
    yield from _contradictions(till)


def _shared_out(till: Till) -> Iterator[Arrival]:
    goods = item(11200, "Trail tent"), item(4000, "Tent pegs, 2 bags", quantity=2)
    parts = paid(6000, method="gift_card"), paid(9200, id="t2")
    tent, pegs = ShipmentLine(line_id="l1", quantity=1), ShipmentLine(line_id="l2", quantity=2)
    case = sent(
        "one of two parcels lost, paid with a gift card and a card",
        till.order(1010, *goods, placed=14.6, by=DOV, transactions=parts),
        till.way(
            "1010a",
            (13.8, LABEL, "Duluth"),
            (11.9, MOVING, "Missoula"),
            (10.2, FAILED, "Yakima"),
            holds=(tent,),
        ),
        till.way(
            "1010b",
            (13.8, LABEL, "Duluth"),
            (9.6, DELIVERED, "Portland"),
            shipment="s2",
            holds=(pegs,),
        ),
    )
    yield Arrival(11.2, case)


def _limited(till: Till) -> Iterator[Arrival]:
    case = sent(
        "dear enough for two approvals, and above what the shop refunds at once",
        till.order(1046, item(31200, "Oak bench", "EUR"), placed=14.1, by=LOTTE),
        till.way(1046, (13.3, LABEL, "Venlo"), (11.6, MOVING, "Liège"), carrier="Tulip Parcel"),
    )
    yield Arrival(16.3, case)
    back = (
        refund(2000, created_at=till.ago(5)),
        refund(1500, id="r2", status=TransactionStatus.PENDING, created_at=till.ago(1)),
    )
    case = sent(
        "a part of the money is back, another part on its way, the parcel stands still",
        till.order(1048, item(9000, "Apple press"), placed=9.1, by=BEA, refunds=back),
        till.way(1048, (8.4, LABEL, "Duluth"), (7.3, MOVING, "Louisville")),
    )
    yield Arrival(7.1, case)


def _unclear(till: Till) -> Iterator[Arrival]:
    wish = Claim(id="k1", kind=ClaimKind.CHOICE_REFUND, made_at=till.ago(0.6))
    goods = item(4900, "Hiking poles"), item(2700, "Gaiters")
    case = sent(
        "one of two parcels lost, and nobody wrote down what was in it",
        till.order(1047, *goods, placed=8.7, by=PRIYA, claims=(wish,)),
        till.way("1047a", (8, LABEL, "Duluth"), (6.1, MOVING, "Omaha"), (2.4, FAILED, "Tucson")),
        till.way("1047b", (8, LABEL, "Duluth"), (4.2, DELIVERED, "Tucson"), shipment="s2"),
    )
    yield Arrival(4.3, case)
    parts = [ShipmentLine(line_id=name, quantity=1) for name in ("l1", "l2")]
    goods = item(5200, "Butter churn", "EUR"), item(2800, "Cheese cloth", "EUR")
    dollars = paid(8700, created_at=till.ago(14.3))
    order = till.order(
        1051, *goods, placed=14.3, by=AILBHE, shop_total=amount(8700), transactions=(dollars,)
    )
    case = sent(
        "priced in euros, paid in dollars: what a part is worth in dollars nobody can tell",
        order,
        till.way(
            "1051a",
            (13.6, LABEL, "Venlo"),
            (12.1, MOVING, "Dublin"),
            carrier="Tulip Parcel",
            holds=(parts[0],),
        ),
        till.way(
            "1051b",
            (13.6, LABEL, "Venlo"),
            (7.5, DELIVERED, "Cork"),
            carrier="Tulip Parcel",
            shipment="s2",
            holds=(parts[1],),
        ),
    )
    yield Arrival(8.1, case)


def _digital(till: Till) -> Iterator[Arrival]:
    course = item(3200, "Spoon carving, online course", digital=True)
    case = sent(
        "an online course whose access card got lost in the post",
        till.order(1037, course, placed=9.8, by=RHYS),
        till.way(1037, (9.2, LABEL, "Duluth"), (7.9, MOVING, "Bismarck")),
    )
    yield Arrival(1.1, case)


def _contradictions(till: Till) -> Iterator[Arrival]:
    """Each told differently; a person has to find out which amount is right."""
    told_twice = amount(8400, "EUR")
    order = till.order(
        1052, item(7400, "Mantel clock", "EUR"), placed=5.2, by=MATHILDE, shop_total=told_twice
    )
    yield Arrival(18.3, sent("the total is told twice, and differently", order))
    mixed = item(5600, "Rope ladder"), item(1900, "Carabiner", "EUR")
    lost = refund(1900, transaction_id="t9", created_at=till.ago(2.2))
    order = till.order(1053, *mixed, placed=4.8, by=WALT, refunds=(lost,))
    yield Arrival(20, sent("two currencies, and a refund of an unknown payment", order))
    twice = paid(6600, "EUR"), paid(6600, "EUR", id="t2", created_at=till.ago(4.1))
    order = till.order(
        1054, item(6600, "Sail bag", "EUR"), placed=4.1, by=JASPER, transactions=twice
    )
    yield Arrival(5.1, sent("paid twice", order))
