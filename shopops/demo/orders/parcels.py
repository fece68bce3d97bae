"""Parcels in trouble: stalled, late, coming back, given up."""

from collections.abc import Iterator

from msgspec.structs import replace

from shopops.agents.records import Claim, ClaimKind, ShipmentLine, TrackerStatus
from shopops.agents.teaching.parts import line as item
from shopops.demo.orders.buyers import (
    AILBHE,
    BEA,
    DALAL,
    DOV,
    FAISAL,
    HARUKA,
    KATRIN,
    LOTTE,
    NOOR,
    PRIYA,
    RHYS,
    WALT,
)
from shopops.demo.orders.till import Arrival, Till, sent

LABEL = TrackerStatus.PRE_TRANSIT
MOVING = TrackerStatus.IN_TRANSIT
ATTEMPT = TrackerStatus.DELIVERY_ATTEMPTED
PICKUP = TrackerStatus.AVAILABLE_FOR_PICKUP
DELIVERED = TrackerStatus.DELIVERED
RETURNING = TrackerStatus.RETURN_TO_SENDER
RETURNED = TrackerStatus.RETURNED
FAILED = TrackerStatus.FAILURE


def parcels(till: Till) -> Iterator[Arrival]:
    yield from _stalled(till)
    yield from _stalled_abroad(till)
    yield from _late(till)
    yield from _not_delivered(till)
    yield from _coming_back(till)
    yield from _several(till)


def _stalled(till: Till) -> Iterator[Arrival]:
    """O-1001 is the first example of the documentation: keep its numbers."""
    goods = item(9400, "Enamel kettle, 2 l"), item(3500, "Beech trivet")
    case = sent(
        "last seen in Memphis, and nobody knows the customer's language",
        till.order(1001, *goods, placed=18.2, by=NOOR),
        till.way(
            1001,
            (17.1, LABEL, None),
            (16.1, MOVING, None),
            (9.1, MOVING, "Memphis"),
            eta=12,
            origin_country="US",
            destination_country="US",  # the carrier's own country, though the address says PR
        ),
    )
    yield Arrival(0.25, case)
    case = sent(
        "a small order that stalled; sending it again is approved, then the language is learnt",
        till.order(1004, item(3700, "Linen tea towels", quantity=4), placed=15.8, by=DOV),
        till.way(1004, (15, LABEL, "Duluth"), (14, MOVING, "Fargo"), (12, MOVING, "Spokane")),
    )
    yield Arrival(45.5, case)
    halfway = replace(BEA.home, lines=(), postcode=None)
    case = sent(
        "stalled, and the address on file has neither street nor postcode",
        till.order(1020, item(7300, "Picnic rug"), placed=12.1, by=BEA, ship_to=halfway),
        till.way(1020, (11.5, LABEL, "Duluth"), (10.2, MOVING, "Chicago"), (8.4, MOVING, "Macon")),
    )
    yield Arrival(10.2, case)


def _stalled_abroad(till: Till) -> Iterator[Arrival]:
    case = sent(
        "twelve days without a scan between two countries; cheap enough to refund at once",
        till.order(
            1009,
            item(3900, "Salt cellar", "EUR"),
            placed=14.9,
            by=LOTTE,
        ),
        till.way(
            1009,
            (14, LABEL, "Venlo"),
            (12.4, MOVING, "Liège"),
            carrier="Tulip Parcel",
        ),
    )
    yield Arrival(8.1, case)
    case = sent(
        "dinars, three digits after the point; above both caps",
        till.order(1038, item(48750, "Copper coffee set", "KWD"), placed=15.1, by=DALAL),
        till.way(
            1038,
            (14.5, LABEL, "Duluth"),
            (13.6, MOVING, "Newark"),
            (11.3, MOVING, "Frankfurt"),
            carrier="Gulf Courier",
        ),
    )
    yield Arrival(5.8, case)


def _late(till: Till) -> Iterator[Arrival]:
    case = sent(
        "nobody fetched it from the pickup point; refunded, then it starts its way back",
        till.order(
            1003,
            item(5800, "Rain cape", "EUR"),
            placed=16.4,
            by=AILBHE,
        ),
        till.way(
            1003,
            (15.5, LABEL, "Venlo"),
            (13.2, MOVING, "Dublin"),
            (11.1, PICKUP, "Cork"),
            carrier="Tulip Parcel",
        ),
    )
    yield Arrival(45.5, case)
    case = sent(
        "a label, and twelve days no parcel",
        till.order(1006, item(4700, "Bread knife"), placed=13.3, by=WALT),
        till.way(1006, (12.6, LABEL, None), eta=8.5),
    )
    yield Arrival(22.5, case)
    case = sent(
        "the carrier has no data, and the day of arrival is past",
        till.order(1039, item(6250, "Incense burner", "KWD"), placed=8.8, by=FAISAL),
        till.way(
            1039, (8.1, TrackerStatus.UNKNOWN, None), carrier="Gulf Courier", eta=2.5, scans=()
        ),
    )
    yield Arrival(1.6, case)


def _not_delivered(till: Till) -> Iterator[Arrival]:
    case = sent(
        "the carrier rang twice; then it gave up and sent the parcel back",
        till.order(1005, item(8600, "Cast-iron pan"), placed=11.7, by=RHYS),
        till.way(
            1005,
            (10.6, LABEL, "Duluth"),
            (8.5, MOVING, "Billings"),
            (4.4, ATTEMPT, "Boise"),
            (3.4, ATTEMPT, "Boise"),
        ),
    )
    yield Arrival(28, case)
    broken = Claim(id="k1", kind=ClaimKind.DAMAGED, made_at=till.ago(1.9), shipment_id="s1")
    case = sent(
        "crushed in the depot: the carrier says so, and so does the customer",
        till.order(
            1008,
            item(11800, "Stoneware bowls, set of 4", "EUR"),
            placed=9.9,
            by=KATRIN,
            claims=(broken,),
        ),
        till.way(
            1008,
            (9.2, LABEL, "Venlo"),
            (7.7, MOVING, "Osnabrück"),
            (2.6, FAILED, "Bremen"),
            carrier="Tulip Parcel",
        ),
    )
    yield Arrival(9.3, case)


def _coming_back(till: Till) -> Iterator[Arrival]:
    case = sent(
        "back in the warehouse, and nobody has confirmed the address",
        till.order(1017, item(4200, "Wool socks, 3 pairs"), placed=12.8, by=PRIYA, postage=2290),
        till.way(
            1017,
            (12.1, LABEL, "Duluth"),
            (10.3, MOVING, "Denver"),
            (6.5, RETURNING, "Tucson"),
            (1.2, RETURNED, "Duluth"),
        ),
    )
    yield Arrival(0.4, case)
    wish = Claim(id="k1", kind=ClaimKind.CHOICE_RESHIP, made_at=till.ago(0.9))
    case = sent(
        "a free replacement that came back; the customer would like it once more",
        till.order(
            1022, item(0, "Kettle lid"), placed=11.2, by=DOV, claims=(wish,), transactions=()
        ),
        till.way(
            1022, (10.7, LABEL, "Duluth"), (8.9, MOVING, "Spokane"), (3.3, RETURNING, "Salem")
        ),
    )
    yield Arrival(13.6, case)


def _several(till: Till) -> Iterator[Arrival]:
    """Two parcels each: one comes back, or both stall."""
    rice, tea = ShipmentLine(line_id="l1", quantity=1), ShipmentLine(line_id="l2", quantity=2)
    goods = item(9200, "Rice pot", "JPY"), item(5000, "Tea bowls", "JPY", quantity=2)
    case = sent(
        "one of two parcels comes back; only its lines are at stake",
        till.order(1018, *goods, placed=13.1, by=HARUKA),
        till.way("1018a", (12.4, LABEL, "Duluth"), (6.2, DELIVERED, "Kanazawa"), holds=(tea,)),
        till.way(
            "1018b",
            (12.4, LABEL, "Duluth"),
            (8.1, MOVING, "Narita"),
            (3.1, RETURNING, "Kanazawa"),
            shipment="s2",
            holds=(rice,),
        ),
    )
    yield Arrival(12.4, case)
    first, second = (ShipmentLine(line_id=name, quantity=1) for name in ("l1", "l2"))
    goods = item(3200, "Storm lantern"), item(3200, "Lamp oil, 5 l")
    case = sent(
        "both parcels stalled: each below the cap, together above it",
        till.order(1021, *goods, placed=10.9, by=WALT),
        till.way("1021a", (10.3, LABEL, "Duluth"), (8.2, MOVING, "Eau Claire"), holds=(first,)),
        till.way(
            "1021b",
            (10.3, LABEL, "Duluth"),
            (7.6, MOVING, "Madison"),
            shipment="s2",
            holds=(second,),
        ),
    )
    yield Arrival(2.7, case)
