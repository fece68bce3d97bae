"""The demo's orders through the agents, each at the time when it came in, without a database."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from shopops.agents.facts import Pack
from shopops.agents.fakes import FakeOms
from shopops.agents.intake import IntakeAgent
from shopops.agents.proposal import Proposal
from shopops.agents.resolution import ResolutionAgent
from shopops.demo.orders.till import Arrival
from shopops.demo.script import Shop


def first_orders(shop: Shop, now: datetime) -> FakeOms:
    """All of the shop's orders as they first came in."""
    first = [one.case for one in shop.arrivals(now) if one.revision == 1]
    return FakeOms(now=now, cases=first)


def pack_at(shop: Shop, oms: FakeOms, arrival: Arrival, at: datetime) -> Pack:
    """What Intake knows at `at`, with this arrival beside the other orders."""
    oms.add(arrival.case.order, *arrival.case.trackers)
    intake = IntakeAgent(oms, thresholds=shop.numbers, now=lambda: at)
    return intake.build(arrival.order_id, shop.slug)


def proposals_of(shop: Shop, now: datetime) -> Iterator[Proposal]:
    oms = first_orders(shop, now)
    for arrival in shop.arrivals(now):
        pack = pack_at(shop, oms, arrival, now - timedelta(hours=arrival.hours))
        yield ResolutionAgent(shop.numbers).propose(pack)
