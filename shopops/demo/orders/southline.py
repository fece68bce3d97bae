"""A few orders of the second shop. One has the id of a Northline order, and is another order."""

from collections.abc import Iterator

from shopops.agents.records import TrackerStatus
from shopops.agents.teaching.parts import line as item
from shopops.demo.orders.buyers import AILBHE, KATRIN, LOTTE, NOOR, OSKAR
from shopops.demo.orders.till import Arrival, Till, sent

LABEL = TrackerStatus.PRE_TRANSIT
MOVING = TrackerStatus.IN_TRANSIT


def southline(till: Till) -> Iterator[Arrival]:
    """This shop writes to nobody whose language it does not know."""
    same_id = till.order(1001, item(4300, "Fig tree, potted", "EUR"), placed=9.4, by=KATRIN)
    stops = (8.8, LABEL, "Venlo"), (7.2, MOVING, "Aachen"), (2.1, TrackerStatus.FAILURE, "Bremen")
    yield Arrival(3.7, sent("same id, another shop's order", same_id, till.way(1001, *stops)))
    yield from _stalled(till)
    yield from _quiet(till)


def _stalled(till: Till) -> Iterator[Arrival]:
    stops = (13.4, LABEL, "Venlo"), (11.9, MOVING, "Kolding")
    order = till.order(2001, item(7900, "Olive press, small", "EUR"), placed=14.2, by=OSKAR)
    yield Arrival(22.5, sent("stalled; the language is not known", order, till.way(2001, *stops)))
    stops = (12.4, LABEL, "Venlo"), (11.2, MOVING, "Breda")
    order = till.order(2002, item(2600, "Garden sickle", "EUR"), placed=13.1, by=LOTTE)
    yield Arrival(5.1, sent("stalled on its way to Belgium", order, till.way(2002, *stops)))


def _quiet(till: Till) -> Iterator[Arrival]:
    stops = (3.2, LABEL, "Venlo"), (1.1, MOVING, "Holyhead")
    order = till.order(2003, item(5100, "Clay pots, set of 5", "EUR"), placed=3.9, by=AILBHE)
    yield Arrival(9.3, sent("a parcel that moves", order, till.way(2003, *stops)))
    order = till.order(2004, item(1700, "Herb seeds, 8 bags", "EUR"), placed=0.6, by=NOOR)
    yield Arrival(8.1, sent("paid, not yet sent; the language is not known", order))
