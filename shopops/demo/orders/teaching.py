"""Of the teaching cases those about money and state: O-1023 to O-1036, all of one regular."""

from collections.abc import Iterator

from msgspec.structs import replace

from shopops.agents.fakes import FakeOms
from shopops.agents.teaching.parts import Case
from shopops.demo.orders.till import Arrival, Till

# Hours before now. Their parcels have stood still for six days, of which the shop allows five.
CAME_IN = {
    "O-1023": 13.6,
    "O-1024": 6.5,
    "O-1025": 15.2,
    "O-1026": 12.4,
    "O-1027": 16.3,
    "O-1028": 10.2,
    "O-1029": 0.8,
    "O-1030": 5.8,
    "O-1031": 3.7,
    "O-1032": 2.7,
    "O-1033": 7.1,
    "O-1034": 17.4,
    "O-1035": 18.3,
    "O-1036": 1.6,
}


def teaching(till: Till) -> Iterator[Arrival]:
    oms = FakeOms(now=till.now)
    for order_id, hours in CAME_IN.items():
        order = oms.orders[order_id]
        trackers = oms.trackers(order, "")
        case = Case(
            "a teaching case",
            replace(order, number=None),  # here people call an order by its id
            tuple(sourced.tracker for sourced in trackers.values()),
        )
        yield Arrival(hours, case)
