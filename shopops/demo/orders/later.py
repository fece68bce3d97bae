"""What was learnt about three orders after their first proposal."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from shopops.agents.records import TrackerStatus
from shopops.agents.teaching.parts import Case
from shopops.demo.orders.till import Arrival, Stop, Till

GOING_BACK = TrackerStatus.RETURN_TO_SENDER


def later(till: Till, first: Mapping[str, Case]) -> Iterator[Arrival]:
    """`first`: the orders as they came in, by id."""
    going_back = (0.3, GOING_BACK, "Boise")
    yield Arrival(7.1, _scanned(till, first["O-1005"], going_back), revision=2)
    going_back = (0.22, GOING_BACK, "Cork")
    yield Arrival(5.1, _scanned(till, first["O-1003"], going_back), revision=2)
    yield Arrival(10.2, _told_us_a_language(till, first["O-1004"]), revision=2)


def _scanned(till: Till, case: Case, *stops: Stop) -> Case:
    (tracker,) = case.trackers
    return Case("the carrier sends it back", case.order, (till.seen_again(tracker, *stops),))


def _told_us_a_language(till: Till, case: Case) -> Case:
    order = case.order
    if order.customer is None:
        raise AssertionError("only a known customer tells a language")
    customer = replace(order.customer, language="it")
    told = replace(order, customer=customer, updated_at=till.ago(0.43))
    return Case("the customer wrote, in Italian", told, case.trackers)
