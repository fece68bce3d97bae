"""Our own format: what it takes, and how it says what it does not take."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from shopops.agents.records import Amount, Channel, OrderState, TrackerStatus
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopops_format import orders, trackers
from tests.support.import_cases import refusal, shopops_order, shopops_tracker

USD = {"minor": 100, "currency": "USD"}
LINE = {"id": "l1", "title": "Kettle", "quantity": 1, "total": USD}


def test_an_order_becomes_its_record() -> None:
    record = orders.parse(shopops_order()).record
    assert record.id == "N-1"
    assert record.source == "shopops"
    assert record.state is OrderState.OPEN
    assert record.total == Amount(minor=12900, currency="USD")
    assert record.placed_at == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert record.customer is not None
    assert record.customer.preferred_channel is Channel.EMAIL
    assert record.customer.opted_out is None


def test_a_tracker_becomes_its_record() -> None:
    record = trackers.parse(shopops_tracker()).record
    assert record.status is TrackerStatus.IN_TRANSIT
    assert record.scans[0].at == datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize("order_id", ["x" * 60, "x" * 255, "№ 7/б", "a b"])
def test_long_and_foreign_ids_are_kept(order_id: str) -> None:
    assert orders.parse(shopops_order(id=order_id)).record.id == order_id


def test_what_is_not_known_may_be_null_or_absent() -> None:
    record = orders.parse(shopops_order(customer=None, ship_to=None, placed_at=None)).record
    assert (record.customer, record.ship_to, record.placed_at) == (None, None, None)


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"total": {"minor": 129.0, "currency": "USD"}}, "wrong_type", "$.total.minor"),
        ({"total": {"minor": "129", "currency": "USD"}}, "wrong_type", "$.total.minor"),
        ({"total": {"minor": True, "currency": "USD"}}, "wrong_type", "$.total.minor"),
        ({"total": {"minor": -1, "currency": "USD"}}, "invalid", "$.total.minor"),
        ({"total": {"minor": 10**16, "currency": "USD"}}, "invalid", "$.total.minor"),
        ({"total": {"minor": 1}}, "missing", "$.total.currency"),
        ({"total": {"minor": 1, "currency": "usd"}}, "invalid", "$.total.currency"),
        ({"total": {"minor": 1, "currency": "ABC"}}, "unknown_currency", "$.total.currency"),
        ({"total": None}, "wrong_type", "$.total"),
        ({"lines": [LINE, LINE]}, "repeated_id", "$.lines[1].id"),
        ({"lines": []}, "unknown_reference", "$.shipments[0].lines[0].line_id"),
        ({"lines": [{**LINE, "quantity": 0}]}, "invalid", "$.lines[0].quantity"),
        ({"placed_at": "2026-03-01T10:00:00"}, "naive_time", "$.placed_at"),
        ({"placed_at": "yesterday"}, "invalid", "$.placed_at"),
        ({"placed_at": 1772000000}, "wrong_type", "$.placed_at"),
        ({"placed_at": "0001-01-01T00:00:00+14:00"}, "time_out_of_range", "$.placed_at"),
        ({"updated_at": "9999-12-31T23:59:59-12:00"}, "time_out_of_range", "$.updated_at"),
        ({"updated_at": "2026-03-01T10:00:00+22:19"}, "time_out_of_range", "$.updated_at"),
        ({"state": "refunded"}, "unknown_word", "$.state"),
        ({"colour": "red"}, "unknown_member", "$.colour"),
        ({"customer": {"mail": "x"}}, "unknown_member", "$.customer.mail"),
        ({"ship_to": {"country": "USA"}}, "invalid", "$.ship_to.country"),
        ({"ship_to": {"country": "US\n"}}, "invalid", "$.ship_to.country"),
        ({"total": {"minor": 1, "currency": "USD\n"}}, "unknown_currency", "$.total.currency"),
        ({"id": ""}, "invalid", "$.id"),
        ({"id": "x" * 256}, "invalid", "$.id"),
        ({"id": 7}, "wrong_type", "$.id"),
        (
            {"claims": [{"id": "c", "kind": "damaged", "shipment_id": "s9"}]},
            "unknown_reference",
            "$.claims[0].shipment_id",
        ),
    ],
)
def test_what_an_order_may_not_hold_is_refused_with_its_path(
    changes: dict[str, Any], code: str, path: str
) -> None:
    assert refusal(lambda: orders.parse(shopops_order(**changes))) == (code, path)


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"status": "lost"}, "unknown_word", "$.status"),
        ({"scans": [{"id": "e1", "status": "delivered"}]}, "missing", "$.scans[0].at"),
        (
            {"scans": [{"id": "e1", "status": "delivered", "at": "1970-01-01T00:00:00Z"}]},
            "time_out_of_range",
            "$.scans[0].at",
        ),
        ({"destination_country": "de"}, "invalid", "$.destination_country"),
    ],
)
def test_what_a_tracker_may_not_hold_is_refused_with_its_path(
    changes: dict[str, Any], code: str, path: str
) -> None:
    assert refusal(lambda: trackers.parse(shopops_tracker(**changes))) == (code, path)


@pytest.mark.parametrize("payload", [None, 1, "x", [], [{}], True])
def test_a_row_that_is_no_object_is_refused(payload: object) -> None:
    assert refusal(lambda: orders.parse(payload)) == ("wrong_type", "$")
    assert refusal(lambda: trackers.parse(payload)) == ("wrong_type", "$")


@pytest.mark.parametrize("member", ["id", "placed_at", "state", "total", "lines"])
def test_each_required_member_is_named_when_it_is_missing(member: str) -> None:
    order = shopops_order()
    del order[member]
    assert refusal(lambda: orders.parse(order)) == ("missing", f"$.{member}")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"total": 12.5}, 'an amount like {"minor": 12900, "currency": "EUR"}'),
        ({"total": {"minor": 1.5, "currency": "USD"}}, "a whole number, and is a number with dec"),
        ({"total": {"minor": 1, "currency": "usd"}}, "a currency code of three capital letters"),
        ({"placed_at": "yesterday"}, "is not a time like 2026-03-01T10:00:00Z"),
        ({"state": "shipped"}, "one of the words used here: open, cancelled, closed"),
        ({"ship_to": {"country": "USA"}}, "a country code of two capital letters, such as DE"),
        ({"id": "x" * 256}, "has to have at most 255 characters"),
        ({"lines": [{**LINE, "quantity": 0}]}, "has to be at least 1"),
        ({"transactions": [{"id": "p", "kind": "x"}]}, "here: authorization, capture, void"),
    ],
)
def test_a_refusal_says_what_has_to_stand_there(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RowRefused, match=re.escape(said)) as refused:
        orders.parse(shopops_order(**changes))
    assert "`" not in refused.value.reason
    assert "Expected" not in refused.value.reason
