"""Orders of the weeks before the demo's own days. All of them are settled."""

from collections.abc import Callable
from dataclasses import dataclass

from shopops.agents.records import TrackerStatus
from shopops.agents.teaching.parts import Case
from shopops.agents.teaching.parts import line as item
from shopops.demo.orders.till import Arrival, Buyer, Stop, Till, sent

HOURS = 24  # of a day
TOLD_AFTER = 1.0  # days at the least, from the order's coming in to the carrier's last news
LABEL = TrackerStatus.PRE_TRANSIT
MOVING = TrackerStatus.IN_TRANSIT
Way = Callable[[float], tuple[Stop, ...]]


@dataclass(frozen=True, slots=True)
class Settled:
    """An order that came in `days` before the demo's now: what was bought, and what became of its
    parcel (`way`, from the day that it came in). `arrived`: so many days later it was delivered,
    where it is not said that it never was."""

    number: int
    days: float
    buyer: Buyer
    goods: str
    minor: int
    currency: str
    carrier: str
    way: Way
    arrived: float = 2.3

    @property
    def order_id(self) -> str:
        return f"O-{self.number}"

    def case(self, till: Till) -> Case:
        stops = self.way(self.days)
        goods = item(self.minor, self.goods, self.currency)
        order = till.order(self.number, goods, placed=stops[0][0] + 0.7, by=self.buyer)
        return sent("settled", order, till.way(self.number, *stops, carrier=self.carrier))

    def delivered(self, till: Till) -> Arrival:
        """The carrier's last news, after which the order wants nobody any more."""
        first = self.case(till)
        (tracker,) = first.trackers
        stop = self.days - self.arrived, TrackerStatus.DELIVERED, None
        case = Case("settled: it arrived", first.order, (till.seen_again(tracker, stop),))
        told = self.days - max(self.arrived + 0.02, TOLD_AFTER)
        return Arrival(told * HOURS, case, revision=2)


def stalled(days: float) -> tuple[Stop, ...]:
    """Long enough also between two countries."""
    return (days + 14.1, LABEL, None), (days + 12.6, MOVING, None), (days + 11.4, MOVING, None)


def returning(days: float) -> tuple[Stop, ...]:
    return (
        (days + 9, LABEL, None),
        (days + 7.2, MOVING, None),
        (days + 0.4, TrackerStatus.RETURN_TO_SENDER, None),
    )


def lost(days: float) -> tuple[Stop, ...]:
    return (
        (days + 8, LABEL, None),
        (days + 6.5, MOVING, None),
        (days + 0.5, TrackerStatus.FAILURE, None),
    )


def never_handed_over(days: float) -> tuple[Stop, ...]:
    return ((days + 10.5, LABEL, None),)


def moving(days: float) -> tuple[Stop, ...]:
    return (days + 2.3, LABEL, None), (days + 0.6, MOVING, None)
