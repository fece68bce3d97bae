"""Deliveries come in any order, any number of times, and two at once; the records are the same."""

from datetime import UTC, datetime
from functools import cache, partial
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shopops.deliveries.receiving import Receipt, receive
from shopops.orchestrator.tasks import resolve_tenant
from tests.support.at_once import at_once
from tests.support.delivering import Sender, connect_own_system, records_of
from tests.support.import_cases import shopops_order, shopops_tracker
from tests.support.pipeline import open_shop

ORDER, TRACKER = "order.updated", "tracker.updated"
SHOPS = count()


def at(day: int) -> str:
    return f"2026-03-{day:02}T10:00:00Z"


# Each in the order in which it happened; the last one of a tracker says no time at all.
TOLD: list[tuple[str, dict[str, Any]]] = [
    (ORDER, shopops_order(updated_at=at(2))),
    (ORDER, shopops_order(updated_at=at(3), number="1001-B")),
    (ORDER, shopops_order(updated_at=at(4), state="cancelled")),
    (ORDER, shopops_order(id="N-2", updated_at=at(2), shipments=[])),
    (ORDER, shopops_order(id="N-2", updated_at=at(5), shipments=[], state="closed")),
    (TRACKER, shopops_tracker(updated_at=at(3), status="pre_transit", scans=[])),
    (TRACKER, shopops_tracker(updated_at=at(4))),
    (TRACKER, shopops_tracker(updated_at=at(6), status="delivered", scans=[])),
    (TRACKER, shopops_tracker(updated_at=None, status="out_for_delivery", scans=[])),
]
# Which of them, and under which of two names: the second is a repetition that looks like news.
ANY_ORDER = st.permutations([(place, 0) for place in range(len(TOLD))])
MORE = st.lists(st.tuples(st.integers(0, len(TOLD) - 1), st.integers(0, 1)), max_size=6)


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda *_, **__: None)


def deliver(sender: Sender, kind: str, record: Any, name: str) -> Receipt:
    headers, body = sender.signed(kind, record, name)
    return receive(connection=sender.connection, headers=headers, body=body, now=datetime.now(UTC))


def after(order: list[tuple[int, int]]) -> dict[tuple[str, str], Any]:
    shop = open_shop(f"shop-{next(SHOPS)}")
    sender = connect_own_system(shop)
    for place, again in order:
        deliver(sender, *TOLD[place], f"m{place}-{again}")
    return records_of(shop)


@cache
def straight() -> dict[tuple[str, str], Any]:
    found = after([(place, 0) for place in range(len(TOLD))])
    states = [found[key][0].get("state") for key in (("order", "N-1"), ("order", "N-2"))]
    assert (states, found["tracker", "t1"][0]["status"]) == (["cancelled", "closed"], "delivered")
    return found


@pytest.mark.slow
@pytest.mark.django_db
@given(order=ANY_ORDER, more=MORE, where=st.integers(0, len(TOLD)))
@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_order_and_repetition_ends_in_the_same_records(
    order: list[tuple[int, int]], more: list[tuple[int, int]], where: int
) -> None:
    assert after([*order[:where], *more, *order[where:]]) == straight()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_is_taken() -> None:
    shop = open_shop()
    sender = connect_own_system(shop)
    told = at_once(*[lambda: deliver(sender, *TOLD[0], "m1")] * 4)
    assert sorted(str(receipt) for receipt in told) == [
        "Receipt(outcome='taken', reason='', again=False)",
        *["Receipt(outcome='taken', reason='', again=True)"] * 3,
    ]
    assert [row.times for row in sender.deliveries()] == [4]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_two_states_at_the_same_moment_the_newest_stays() -> None:
    shop = open_shop()
    sender = connect_own_system(shop)
    for turn in range(3):
        told = [(*one, f"m{turn}-{place}") for place, one in enumerate(TOLD[:3])]
        at_once(*[partial(deliver, sender, *one) for one in told])
    assert records_of(shop)["order", "N-1"][0]["state"] == "cancelled"
