"""WooCommerce: UTC only from members that say so, and refunds that prove nothing by themselves."""

from datetime import UTC, datetime
from typing import Any

import pytest

from shopops.agents.records import (
    Address,
    Amount,
    Customer,
    Order,
    OrderState,
    TransactionStatus,
)
from shopops.connectors.parsed import Parsed
from shopops.connectors.woocommerce.orders import parse
from shopops.connectors.woocommerce.pieces import locate
from tests.support.import_cases import Payload, refusal, woo_order, woo_refund

SHORT = {"id": 62, "reason": "", "total": "-4.00"}


def parsed(order: Payload | None = None, *refunds: Payload) -> Parsed[Order]:
    return parse({"order": order or woo_order(), "refunds": list(refunds)})


def record(**changes: Any) -> Order:
    return parsed(woo_order(**changes)).record


def test_an_order_is_read_with_the_place_of_each_member() -> None:
    found = parsed()
    order = found.record
    assert (order.id, order.number, order.source) == ("61", "61", "woocommerce")
    assert order.placed_at == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert order.updated_at == datetime(2026, 3, 2, 10, tzinfo=UTC)
    assert order.total == Amount(minor=2600, currency="EUR")
    assert order.lines[0].title == "Cup & saucer"
    assert order.customer == Customer(name="Jo Berg", email="jo@example.org")
    assert order.ship_to == Address(country="DE", lines=("Hafenweg 1",), city="Kiel")
    assert order.conflicts == ()
    assert found.paths["placed_at"] == "$.order.date_created_gmt"
    assert found.paths["lines[0]"] == "$.order.line_items[0]"


def test_a_paid_order_has_one_payment_of_the_total() -> None:
    (payment,) = record().transactions
    assert (payment.id, payment.amount.minor) == ("pay-61", 2600)
    assert record(transaction_id="").transactions[0].id == "order-61"
    assert record(date_paid_gmt=None).transactions == ()


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("pending", OrderState.OPEN),
        ("processing", OrderState.OPEN),
        ("on-hold", OrderState.OPEN),
        ("failed", OrderState.OPEN),
        ("completed", OrderState.CLOSED),
        ("refunded", OrderState.OPEN),
        ("cancelled", OrderState.CANCELLED),
        ("trash", OrderState.CANCELLED),
    ],
)
def test_each_status_has_its_state(status: str, state: OrderState) -> None:
    assert record(status=status).state is state


def test_a_full_refund_closes_no_order_that_was_not_completed() -> None:
    """It is ours as a rule, and an order that it closed would look like news to its decision."""
    completed = record(status="refunded", date_completed_gmt="2026-03-04T05:06:07")
    assert completed.state is OrderState.CLOSED


def test_a_refund_proves_a_payment_only_when_the_provider_sent_it() -> None:
    for refund, status in (
        (woo_refund(), TransactionStatus.PENDING),
        (woo_refund(refunded_payment=None), TransactionStatus.PENDING),
        (woo_refund(refunded_payment=True), TransactionStatus.SUCCEEDED),
    ):
        (found,) = parsed(woo_order(refunds=[SHORT]), refund).record.refunds
        assert (found.id, found.amount.minor, found.status) == ("62", 400, status)


def test_a_refund_that_only_the_order_lists_is_pending() -> None:
    (found,) = record(refunds=[SHORT]).refunds
    assert (found.amount.minor, found.status) == (400, TransactionStatus.PENDING)


def test_a_refund_told_with_two_amounts_is_a_conflict() -> None:
    order = woo_order(refunds=[{**SHORT, "total": "-5.00"}])
    assert parsed(order, woo_refund()).record.conflicts == ("refund_amount",)


@pytest.mark.parametrize(
    ("changes", "conflicts"),
    [
        ({"total": "26.01"}, ("total_sum",)),
        ({"total_tax": "0.99"}, ("total_sum",)),
        ({"fee_lines": [{"total": "-1.00"}], "total": "25.00"}, ()),
        ({"fee_lines": [{"total": "-1.00"}]}, ("total_sum",)),
        ({"total_tax": None, "total": "25.00"}, ()),
    ],
)
def test_a_total_that_its_parts_do_not_make_is_a_conflict(
    changes: Payload, conflicts: tuple[str, ...]
) -> None:
    assert record(**changes).conflicts == conflicts


def test_an_empty_shipping_address_is_none() -> None:
    empty = dict.fromkeys(("first_name", "address_1", "city", "country", "postcode"), "")
    assert record(shipping=empty).ship_to is None


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"date_created_gmt": None}, "naive_time", "$.order.date_created"),
        ({"date_created_gmt": None, "date_created": None}, "missing", "$.order.date_created_gmt"),
        ({"date_created_gmt": "soon"}, "invalid", "$.order.date_created_gmt"),
        ({"status": "wc-packing"}, "unknown_word", "$.order.status"),
        ({"total": 26}, "not_money", "$.order.total"),
        ({"total": "26.005"}, "excess_digits", "$.order.total"),
        ({"total": "-26.00"}, "not_money", "$.order.total"),
        ({"currency": "XXX"}, "unknown_currency", "$.order.total"),
        ({"line_items": None}, "missing", "$.order.line_items"),
        ({"refunds": [{"id": 1, "total": "4.00"}]}, "not_money", "$.order.refunds[0].total"),
        ({"refunds": [{"total": "-4.00"}]}, "missing", "$.order.refunds[0].id"),
        ({"customer_id": "x" * 300}, "invalid", "$.order.customer_id"),
    ],
)
def test_what_cannot_be_read_for_certain_is_refused(changes: Payload, code: str, path: str) -> None:
    assert refusal(lambda: record(**changes)) == (code, path)


def test_a_refund_names_its_order_by_its_up_link() -> None:
    located = locate(woo_refund())
    assert (located.kind, located.order_id) == ("refunds", "61")
    assert (locate(woo_order()).kind, locate(woo_order()).order_id) == ("order", "61")


@pytest.mark.parametrize(
    ("payload", "code", "path"),
    [
        (woo_refund(_links=None), "missing", "$._links"),
        (
            woo_refund(_links={"up": [{"href": "/customers/1"}]}),
            "unknown_order",
            "$._links.up[0].href",
        ),
        ([woo_order()], "wrong_type", "$"),
        ({}, "missing", "$.id"),
    ],
)
def test_an_object_that_belongs_nowhere_is_refused(payload: Any, code: str, path: str) -> None:
    assert refusal(lambda: locate(payload)) == (code, path)
