"""The agent as its callers meet it, and what importing it costs."""

import subprocess
import sys
from datetime import datetime

import pytest

from shopops.agents.facts import FactKind
from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.ports import SourcedOrder, UnknownOrder
from shopops.agents.records import Order
from shopops.agents.thresholds import Thresholds
from tests.support.intake_cases import NOW, read

NEW_YEAR = datetime(2027, 1, 1)  # noqa: DTZ001 - naive on purpose


def test_the_first_example_of_the_documentation_is_as_it_says() -> None:
    pack = IntakeAgent(oms=FakeOms()).build("O-1001", "store_northline")
    assert pack.fields["order_total"].value == 12900
    assert pack.fields["order_currency"].value == "USD"
    assert read(pack.fields["preferred_channel"]) == ("fact", "email", None, "")
    assert read(pack.fields["opted_out"]) == ("fact", False, None, "")
    assert pack.fields["language"].kind is FactKind.UNKNOWN
    likely = pack.fields["exception_likely"]
    assert read(likely) == ("inference", True, 0.7, "stalled")
    assert likely.evidence_ids == ["ship:s1", "ship:s1:status", "ship:s1:e4"]
    assert [parcel.id for parcel in pack.parcels] == ["s1"]
    assert {"oms:order_total", "oms:channel_pref", "pay:t1"} <= pack.evidence.keys()


def test_pack_fields_may_be_changed_to_try_a_what_if() -> None:
    pack = IntakeAgent(oms=FakeOms()).build("O-1001", "store_northline")
    pack.fields["preferred_channel"].kind = FactKind.UNKNOWN
    again = IntakeAgent(oms=FakeOms()).build("O-1001", "store_northline")
    assert again.fields["preferred_channel"].kind is FactKind.FACT


def test_an_order_that_the_shop_does_not_have_is_refused() -> None:
    with pytest.raises(UnknownOrder, match="O-9"):
        IntakeAgent(oms=FakeOms()).build("O-9", "store_northline")


def test_a_clock_without_a_time_zone_is_refused() -> None:
    agent = IntakeAgent(oms=FakeOms(), now=lambda: NEW_YEAR)
    with pytest.raises(ValueError, match="time zone"):
        agent.build("O-1001", "store_northline")


def test_the_pack_says_when_for_whom_and_under_which_numbers_it_was_built() -> None:
    agent = IntakeAgent(oms=FakeOms(NOW), thresholds=Thresholds(version=3), now=lambda: NOW)
    pack = agent.build("O-1001", "store_northline")
    assert (pack.built_at, pack.tenant, pack.thresholds_version) == (NOW, "store_northline", 3)
    assert (pack.order_id, pack.order_number) == ("O-1001", "1001")


class OrdersOnly:
    """An order system that knows no trackers."""

    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        return FakeOms(NOW).order(order_id, tenant)

    def similar_orders(self, order: Order, tenant: str) -> list[Order]:
        return []


def test_an_order_system_without_trackers_needs_a_tracker_reader() -> None:
    with pytest.raises(TypeError, match="trackers"):
        IntakeAgent(oms=OrdersOnly())
    agent = IntakeAgent(oms=OrdersOnly(), trackers=FakeOms(NOW), now=lambda: NOW)
    assert agent.build("O-1001", "store_northline").parcels[0].status == "in_transit"


IMPORTING = """
import sys
import shopops.agents.intake, shopops.agents.resolution
heavy = {"django", "celery", "kombu", "ninja", "psycopg"}
print(sorted(heavy & {name.split(".")[0] for name in sys.modules}))
"""


def test_importing_the_agents_loads_no_framework() -> None:
    """How long it takes is the benchmark's: `tests/bench/imports.py`."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTING], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
