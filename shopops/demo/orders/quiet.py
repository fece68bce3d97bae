"""Orders where nothing is wrong: a status update, which mostly needs nobody."""

from collections.abc import Iterator

from shopops.agents.records import TrackerStatus
from shopops.agents.teaching.parts import line as item
from shopops.agents.teaching.parts import refund
from shopops.demo.orders.buyers import (
    BEA,
    FAISAL,
    HARUKA,
    JASPER,
    KATRIN,
    KENTA,
    MATHILDE,
    RHYS,
    WALT,
)
from shopops.demo.orders.till import Arrival, Till, sent

LABEL = TrackerStatus.PRE_TRANSIT
MOVING = TrackerStatus.IN_TRANSIT


def quiet(till: Till) -> Iterator[Arrival]:
    yield from _goodwill(till)
    yield from _on_the_road(till)
    yield from _settled(till)
    yield from _not_sent(till)


def _goodwill(till: Till) -> Iterator[Arrival]:
    """The shop offers 3 euros with an update, and at most a tenth of the order."""
    case = sent(
        "a small thank-you goes with the update",
        till.order(1044, item(6200, "Fruit press", "EUR"), placed=6.6, by=JASPER),
        till.way(1044, (6, LABEL, "Venlo"), (1.3, MOVING, "Utrecht"), carrier="Tulip Parcel"),
    )
    yield Arrival(17.4, case)
    case = sent(
        "the thank-you would be more than a tenth of the order",
        till.order(1045, item(2400, "Dish brushes, set", "EUR"), placed=6.2, by=KATRIN),
        till.way(1045, (5.7, LABEL, "Venlo"), (1.6, MOVING, "Bremen"), carrier="Tulip Parcel"),
    )
    yield Arrival(6.5, case)


def _on_the_road(till: Till) -> Iterator[Arrival]:
    case = sent(
        "a parcel that moves",
        till.order(1058, item(7700, "Field lamp"), placed=3.4, by=BEA),
        till.way(1058, (2.9, LABEL, "Duluth"), (1.5, MOVING, "Indianapolis"), eta=-2),
    )
    yield Arrival(18.3, case)
    case = sent(
        "to be delivered today",
        till.order(1060, item(1800, "Sourdough crock"), placed=3.1, by=WALT),
        till.way(1060, (2.4, LABEL, "Duluth"), (0.3, TrackerStatus.OUT_FOR_DELIVERY, "Duluth")),
    )
    yield Arrival(7.1, case)
    case = sent(
        "six days of silence, but between two countries that is not long",
        till.order(1061, item(2800, "Cotton yukata belt", "JPY"), placed=8.1, by=KENTA),
        till.way(1061, (7.4, LABEL, "Duluth"), (6.1, MOVING, "Anchorage")),
    )
    yield Arrival(20, case)


def _settled(till: Till) -> Iterator[Arrival]:
    stops = (6.8, LABEL, "Duluth"), (5.1, MOVING, "Fargo"), (2.9, TrackerStatus.FAILURE, "Boise")
    back = refund(3300, created_at=till.ago(1.8))
    case = sent(
        "lost, and refunded in full before anybody looked",
        till.order(1049, item(3300, "Waxed hat"), placed=7.5, by=RHYS, refunds=(back,)),
        till.way(1049, *stops),
    )
    yield Arrival(22.5, case)
    stops = (5.8, LABEL, "Venlo"), (3.9, MOVING, "Paris"), (2.7, TrackerStatus.DELIVERED, "Lyon")
    case = sent(
        "a parcel that arrived",
        till.order(1057, item(8800, "Market basket", "EUR"), placed=6.4, by=MATHILDE),
        till.way(1057, *stops, carrier="Tulip Parcel"),
    )
    yield Arrival(25.2, case)


def _not_sent(till: Till) -> Iterator[Arrival]:
    order = till.order(1059, item(9900, "Brass tray", "KWD"), placed=1.3, by=FAISAL)
    yield Arrival(25.2, sent("paid, not yet sent", order))
    order = till.order(1062, item(4600, "Ink stone", "JPY"), placed=0.06, by=HARUKA)
    yield Arrival(0.8, sent("just ordered", order))
