"""Shopify: what is read from where, and what is refused or left unknown rather than guessed."""

from datetime import datetime
from typing import Any

import pytest

from shopops.agents.records import (
    Amount,
    Chargeback,
    Customer,
    Order,
    OrderState,
    TransactionKind,
    TransactionStatus,
)
from shopops.connectors.parsed import Parsed
from shopops.connectors.shopify.orders import parse
from shopops.connectors.shopify.pieces import locate
from tests.support.import_cases import (
    Payload,
    refusal,
    shopify_fulfilment,
    shopify_order,
    shopify_refund,
    shopify_transaction,
)


def parsed(order: Payload | None = None, **pieces: list[Payload]) -> Parsed[Order]:
    return parse({"order": order or shopify_order(), **pieces})


def record(**changes: Any) -> Order:
    return parsed(shopify_order(**changes)).record


def money(amount: str, currency: str) -> dict[str, str]:
    return {"amount": amount, "currency_code": currency}


def both(shop: str, paid: str) -> dict[str, dict[str, str]]:
    return {"shop_money": money(shop, "USD"), "presentment_money": money(paid, "EUR")}


def test_an_order_is_read_with_the_place_of_each_member() -> None:
    found = parsed()
    order = found.record
    assert (order.id, order.number, order.source) == ("51", "#51", "shopify")
    assert order.total == Amount(minor=3700, currency="USD")
    assert order.placed_at == datetime.fromisoformat("2026-03-01T10:00:00+01:00")
    assert [line.total.minor for line in order.lines] == [2000, 1000]
    assert order.conflicts == ()
    assert found.paths["total"] == "$.order.total_price"
    assert found.paths["total.currency"] == "$.order.currency"
    assert found.paths["lines[1]"] == "$.order.line_items[1]"


def test_a_guest_has_the_contact_of_the_order_and_no_id() -> None:
    assert record(customer=None).customer == Customer(email="jo@example.org")
    assert record(customer=None, email=None).customer is None


def test_no_channel_opt_out_or_consent_is_made_up() -> None:
    customer = record(buyer_accepts_marketing=False).customer
    assert customer is not None
    assert customer.accepts_marketing is False
    assert (customer.opted_out, customer.preferred_channel, customer.language) == (None,) * 3


def test_an_order_without_shipping_address_has_none() -> None:
    assert record(shipping_address=None).ship_to is None


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, OrderState.OPEN),
        ({"closed_at": "2026-03-05T10:00:00Z"}, OrderState.CLOSED),
        ({"cancelled_at": "2026-03-05T10:00:00Z"}, OrderState.CANCELLED),
        (
            {"cancelled_at": "2026-03-05T10:00:00Z", "closed_at": "2026-03-05T10:00:00Z"},
            OrderState.CANCELLED,
        ),
    ],
)
def test_the_state_is_told_by_two_times(changes: Payload, state: OrderState) -> None:
    assert record(**changes).state is state


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"total_price": 37.0}, "not_money", "$.order.total_price"),
        ({"total_price": 37}, "not_money", "$.order.total_price"),
        ({"total_price": "37.001"}, "excess_digits", "$.order.total_price"),
        ({"total_price": "1,037.00"}, "not_money", "$.order.total_price"),
        ({"total_price": None}, "missing", "$.order.total_price"),
        ({"currency": "ABC"}, "unknown_currency", "$.order.total_price"),
        ({"currency": None}, "missing", "$.order.currency"),
        ({"created_at": "2026-03-01T10:00:00"}, "naive_time", "$.order.created_at"),
        ({"created_at": "2026-02-30T10:00:00Z"}, "invalid", "$.order.created_at"),
        ({"updated_at": "2026-03-01 10:00"}, "naive_time", "$.order.updated_at"),
        ({"line_items": None}, "missing", "$.order.line_items"),
        ({"line_items": "none"}, "wrong_type", "$.order.line_items"),
        ({"customer": "Jo"}, "wrong_type", "$.order.customer"),
        ({"email": 7}, "wrong_type", "$.order.email"),
        ({"fulfillments": [shopify_fulfilment(status="lost")]}, "unknown_word", None),
        ({"shipping_address": {"country_code": "Germany"}}, "invalid", None),
    ],
)
def test_what_cannot_be_read_for_certain_is_refused(
    changes: Payload, code: str, path: str | None
) -> None:
    got_code, got_path = refusal(lambda: record(**changes))
    assert got_code == code
    assert path is None or got_path == path


def test_a_schema_refusal_names_the_place_in_the_payload() -> None:
    item = {"id": 1, "title": "x" * 300, "quantity": 1, "price": "30.00"}
    assert refusal(lambda: record(line_items=[item])) == (
        "invalid",
        "$.order.line_items[0]",
    )


def test_yen_have_no_decimals() -> None:
    line = {"id": 1, "title": "Lamp", "quantity": 1, "price": "9800"}
    yen = {"currency": "JPY", "total_price": "9800", "subtotal_price": "9800", "total_tax": "0"}
    order = shopify_order(line_items=[line], **yen, total_line_items_price="9800")
    order["shipping_lines"] = []
    assert parsed(order).record.total == Amount(minor=9800, currency="JPY")
    order["total_price"] = "9800.00"
    assert refusal(lambda: parsed(order)) == ("excess_digits", "$.order.total_price")


def test_line_totals_are_after_the_discounts_of_the_line() -> None:
    line = {"id": 1, "title": "Lamp", "quantity": 3, "price": "10.00"}
    with_allocations = {**line, "discount_allocations": [{"amount": "4.00"}, {"amount": "1.50"}]}
    with_total = {**line, "total_discount": "5.50"}
    for item in (with_allocations, with_total):
        assert record(line_items=[item]).lines[0].total.minor == 2450


@pytest.mark.parametrize(
    ("changes", "conflicts"),
    [
        ({"total_line_items_price": "31.00"}, ("line_sum",)),
        ({"subtotal_price": "29.00", "total_price": "36.00"}, ("line_sum",)),
        ({"total_price": "37.01"}, ("total_sum",)),
        ({"total_tax": "2.01"}, ("total_sum",)),
        ({"shipping_lines": []}, ("total_sum",)),
        ({"subtotal_price": "31.00"}, ("line_sum", "total_sum")),
        ({"total_tip_received": "1.00"}, ("total_sum",)),
        ({"total_price": "35.00", "taxes_included": True}, ()),
        (
            {"total_price_set": {**both("36.99", "1"), "presentment_money": money("37", "USD")}},
            ("currency",),
        ),
    ],
)
def test_sums_that_disagree_are_a_conflict_and_no_refusal(
    changes: Payload, conflicts: tuple[str, ...]
) -> None:
    assert record(**changes).conflicts == conflicts


def test_a_customer_who_paid_in_another_currency_has_that_total_and_the_shops() -> None:
    line = {
        "id": 1,
        "title": "Lamp",
        "quantity": 2,
        "price": "15.00",
        "price_set": both("15.00", "14.00"),
        "discount_allocations": [],
    }
    order = shopify_order(
        presentment_currency="EUR", total_price_set=both("37.00", "34.00"), line_items=[line]
    )
    found = parsed(order)
    assert found.record.total == Amount(minor=3400, currency="EUR")
    assert found.record.shop_total == Amount(minor=3700, currency="USD")
    assert found.record.lines[0].total == Amount(minor=2800, currency="EUR")
    assert found.paths["total"] == "$.order.total_price_set.presentment_money.amount"
    assert found.record.conflicts == ()


def test_without_the_amount_in_the_customers_currency_the_order_is_refused() -> None:
    order = shopify_order(presentment_currency="EUR")
    assert refusal(lambda: parsed(order)) == ("missing", "$.order.total_price_set")


def test_money_that_came_in_and_went_out_is_kept_apart() -> None:
    out = shopify_transaction(id=901, kind="refund", amount="5.00", parent_id=900)
    found = parsed(transactions=[shopify_transaction()], refunds=[shopify_refund(out)])
    (payment,), (refund,) = found.record.transactions, found.record.refunds
    assert (payment.kind, payment.status) == (TransactionKind.CAPTURE, TransactionStatus.SUCCEEDED)
    assert (refund.id, refund.amount.minor, refund.transaction_id) == ("901", 500, "900")
    assert found.paths["refunds[0]"] == "$.refunds[0].transactions[0]"


def test_a_refund_told_twice_counts_once_with_its_final_status() -> None:
    pending = shopify_transaction(id=901, kind="refund", amount="5.00", status="pending")
    done = {**pending, "status": "success"}
    for first, second in ((pending, done), (done, pending)):
        found = parsed(transactions=[first], refunds=[shopify_refund(second)]).record
        assert [refund.status for refund in found.refunds] == [TransactionStatus.SUCCEEDED]
        assert found.transactions == ()


def test_a_refund_object_without_a_transaction_moved_no_money() -> None:
    assert parsed(refunds=[shopify_refund()]).record.refunds == ()


def test_a_transaction_without_currency_has_the_only_one_the_order_has() -> None:
    (payment,) = parsed(transactions=[shopify_transaction(currency=None)]).record.transactions
    assert payment.amount == Amount(minor=3700, currency="USD")


def test_a_transaction_without_currency_is_refused_where_the_order_has_two() -> None:
    line = {"id": 1, "title": "L", "quantity": 1, "price": "30.00", "price_set": both("30", "28")}
    order = shopify_order(
        presentment_currency="EUR", total_price_set=both("37.00", "34.00"), line_items=[line]
    )
    assert refusal(lambda: parsed(order, transactions=[shopify_transaction(currency=None)])) == (
        "missing",
        "$.transactions[0].currency",
    )


@pytest.mark.parametrize("kind", ["change", "emv_authorization", None])
def test_a_kind_of_transaction_we_do_not_know_is_refused(kind: str | None) -> None:
    transaction = shopify_transaction(kind=kind)
    assert refusal(lambda: parsed(transactions=[transaction])) == (
        "unknown_word",
        "$.transactions[0].kind",
    )


@pytest.mark.parametrize(
    ("status", "parcels", "cancelled"),
    [
        ("success", 1, False),
        ("cancelled", 1, True),
        ("failure", 1, False),
        ("error", 1, False),
        ("pending", 0, False),
        ("open", 0, False),
    ],
)
def test_a_fulfilment_is_a_parcel_unless_it_is_still_to_be_packed(
    status: str, parcels: int, cancelled: bool
) -> None:
    shipments = parsed(fulfillments=[shopify_fulfilment(status=status)]).record.shipments
    assert len(shipments) == parcels
    assert all(shipment.cancelled is cancelled for shipment in shipments)
    assert all(shipment.tracker_id is None for shipment in shipments)


def test_a_parcel_that_holds_an_unknown_line_is_refused() -> None:
    fulfilment = shopify_fulfilment(line_items=[{"id": 99, "quantity": 1}])
    code, path = refusal(lambda: parsed(fulfillments=[fulfilment]))
    assert (code, path) == ("unknown_reference", "$.fulfillments[0]")


@pytest.mark.parametrize(
    ("dispute", "chargebacks"),
    [
        ({"type": "chargeback", "status": "needs_response"}, (Chargeback(id="5", open=True),)),
        ({"type": "chargeback", "status": "under_review"}, (Chargeback(id="5", open=True),)),
        ({"type": "chargeback", "status": "won"}, (Chargeback(id="5", open=False),)),
        ({"type": "inquiry", "status": "needs_response"}, ()),
    ],
)
def test_an_open_dispute_is_an_open_chargeback(
    dispute: Payload, chargebacks: tuple[Chargeback, ...]
) -> None:
    assert parsed(disputes=[{"id": 5, **dispute}]).record.chargebacks == chargebacks


@pytest.mark.parametrize(
    ("payload", "kind", "order_id"),
    [
        (shopify_order(), "order", "51"),
        ({"order": shopify_order()}, "order", "51"),
        (shopify_transaction(), "transactions", "51"),
        ({"transaction": shopify_transaction()}, "transactions", "51"),
        (shopify_refund(), "refunds", "51"),
        (shopify_fulfilment(), "fulfillments", "51"),
        ({"fulfillment": shopify_fulfilment()}, "fulfillments", "51"),
        ({"id": 5, "order_id": 51, "evidence_due_by": None}, "disputes", "51"),
    ],
)
def test_each_kind_of_object_is_recognised(payload: Payload, kind: str, order_id: str) -> None:
    located = locate(payload)
    assert (located.kind, located.order_id) == (kind, order_id)


@pytest.mark.parametrize(
    ("payload", "code", "path"),
    [
        ({"id": 1, "order_id": 2}, "invalid", "$"),
        ({"gift_card": {"id": 1}}, "invalid", "$"),
        ([], "wrong_type", "$"),
        ({"order": None}, "missing", "$.order.id"),
        ({"order": {}}, "missing", "$.order.id"),
        ({"dispute": {"id": 5, "order_id": None}}, "missing", "$.dispute.order_id"),
        ({"refund": {"order_id": 51}}, "missing", "$.refund.id"),
    ],
)
def test_an_object_that_belongs_nowhere_is_refused(payload: Any, code: str, path: str) -> None:
    assert refusal(lambda: locate(payload)) == (code, path)
