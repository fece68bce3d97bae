"""Which order or parcel a delivery names, in the list of what a shop sent."""

import json
from typing import Any

import pytest

from shopops.administration.connections.about import about

CASES: list[tuple[str, Any, str]] = [
    ("order.updated", {"type": "order.updated", "data": {"id": "N-1", "number": "1001"}}, "1001"),
    ("order.updated", {"type": "order.updated", "data": {"id": "N-1"}}, "N-1"),
    ("order.updated", {"id": 17, "number": "A-17", "billing": {}}, "A-17"),
    ("order.deleted", {"id": 17}, "17"),
    ("orders/updated", {"id": 450789469, "name": "#1001", "number": 1}, "#1001"),
    ("refunds/create", {"id": 3, "order_id": 450789469}, "450789469"),
    ("order_transactions/create", {"id": 3, "order_id": 450789469}, "450789469"),
    ("", {"type": "order.updated", "data": {"id": "N-1"}}, "N-1"),
]


@pytest.mark.parametrize(("topic", "told", "number"), CASES)
def test_an_order_is_named_as_its_shop_names_it(topic: str, told: Any, number: str) -> None:
    assert about(topic, json.dumps(told).encode()) == f"order {number}"


def test_a_parcel_is_named_by_its_tracker() -> None:
    ours = {"type": "tracker.updated", "data": {"id": "trk-77", "order_id": "N-1"}}
    theirs = {"id": "evt_1", "description": "tracker.updated", "result": {"id": "trk_1"}}
    named = [about("tracker.updated", json.dumps(told).encode()) for told in (ours, theirs)]
    assert named == ["parcel trk-77", "parcel trk_1"]


@pytest.mark.parametrize(
    "body",
    [
        *(b"webhook_id=7", b"\xff", b"[]", b"{}", b"[" * 100_000, b'{"name": "Ada"}'),
        *(b'{"id": null}', b'{"id": {"a": 1}}', b'{"name": "ada@example.org"}'),
    ],
)
def test_what_names_neither_says_nothing(body: bytes) -> None:
    assert about("orders/updated", body) == ""
