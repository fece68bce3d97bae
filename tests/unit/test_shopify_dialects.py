"""The same order told by a webhook and by a query is the same order."""

import json
from typing import Any

import msgspec
import pytest

from shopops.agents.records import Amount, Order, TransactionStatus
from shopops.connectors.parsed import Parsed
from shopops.connectors.pieces import Composition
from shopops.connectors.shopify.orders import parse
from shopops.connectors.shopify.pieces import PIECES, locate
from shopops.connectors.strict_json import decode
from tests.support.import_cases import (
    Payload,
    as_bytes,
    refusal,
    shopify_fulfilment,
    shopify_order,
    shopify_refund,
    shopify_transaction,
)
from tests.support.shopify_answers import asked

LATER = "2026-03-09T10:00:00+01:00"
# What a query always says: whether marketing is accepted. And what no query says: the sum of the
# lines before discounts, which only goes into what disagrees.
FULL: Payload = {"buyer_accepts_marketing": False, "refunds": []}


def composed(*payloads: Payload | bytes) -> Parsed[Order]:
    composition = Composition(PIECES)
    for payload in payloads:
        raw = payload if isinstance(payload, bytes) else as_bytes(payload)
        composition.add(locate(decode(raw)), raw)
    reloaded = Composition.load(PIECES, composition.dump())
    return parse(decode(reloaded.dump()))


def both(shop: str, paid: str, currency: str = "EUR") -> dict[str, dict[str, str]]:
    return {
        "shop_money": {"amount": shop, "currency_code": "USD"},
        "presentment_money": {"amount": paid, "currency_code": currency},
    }


def rich_order(**changes: Any) -> Payload:
    """With all that both dialects tell."""
    line = {"id": 1, "title": "Lamp", "sku": "L-1", "quantity": 2, "price": "10.00"}
    lines = [
        {**line, "variant_id": 39, "discount_allocations": [{"amount": "1.50"}]},
        {"id": 2, "title": "Manual", "quantity": 1, "price": "10.00", "requires_shipping": False},
    ]
    address = {
        "name": "Jo Berg",
        "address1": "Hafenweg 1",
        "address2": "2nd floor",
        "city": "Kiel",
        "zip": "24103",
        "province": "Schleswig-Holstein",
        "province_code": "SH",
        "country_code": "DE",
    }
    customer = {"id": 7, "email": "jo@example.org", "first_name": "Jo", "last_name": "Berg"}
    told: Payload = {
        "subtotal_price": "28.50",
        "total_price": "35.50",
        "total_tip_received": "0.00",
        "line_items": lines,
        "shipping_address": address,
        "customer": customer,
        "customer_locale": "de-DE",
        "phone": "+49 431 1",
        "fulfillments": [shopify_fulfilment()],
    }
    return shopify_order(**FULL, **{**told, **changes})


def test_all_that_both_tell_is_the_same() -> None:
    order, paid = rich_order(), shopify_transaction(amount="35.50")
    out = shopify_transaction(id=901, kind="refund", amount="5.00", parent_id=900)
    order["refunds"] = [shopify_refund(out)]
    webhook = composed(order, paid).record
    query = composed(asked(order, paid)).record
    assert query == webhook
    assert [line.total.minor for line in query.lines] == [1850, 1000]
    assert [(one.id, one.transaction_id) for one in query.refunds] == [("901", "900")]
    assert (query.shipments[0].tracking_code, query.shipments[0].lines[0].quantity) == ("PW 1", 2)


def test_the_paths_lead_into_what_came_back() -> None:
    raw = asked(rich_order(), shopify_transaction())
    found = composed(raw).paths
    assert found["total"] == "$.order.totalPriceSet.shopMoney.amount"
    assert found["lines[1]"] == "$.order.lineItems.nodes[1]"
    assert found["shipments[0]"] == "$.order.fulfillments[0]"
    assert found["transactions[0]"] == "$.order.transactions[0]"
    assert found["customer.email"] == "$.order.email"
    assert found["ship_to.country"] == "$.order.shippingAddress.countryCodeV2"


def test_who_paid_in_another_currency_did_so_in_both() -> None:
    line = {
        "id": 1,
        "title": "Lamp",
        "quantity": 2,
        "price": "15.00",
        "price_set": both("15", "14"),
    }
    order = shopify_order(
        **FULL,
        presentment_currency="EUR",
        total_price_set=both("37.00", "34.00"),
        line_items=[line],
    )
    paid = shopify_transaction(amount="34.00", currency="EUR")
    query = composed(asked(order, paid)).record
    assert query == composed(order, paid).record
    assert query.total == Amount(minor=3400, currency="EUR")
    assert query.transactions[0].amount == Amount(minor=3400, currency="EUR")
    assert query.shop_total == Amount(minor=3700, currency="USD")


@pytest.mark.parametrize(
    ("currency", "amount", "minor"), [("JPY", "9800", 9800), ("KWD", "9.805", 9805)]
)
def test_decimals_are_those_of_the_currency(currency: str, amount: str, minor: int) -> None:
    line = {"id": 1, "title": "Lamp", "quantity": 1, "price": amount}
    order = shopify_order(
        **FULL,
        currency=currency,
        total_price=amount,
        subtotal_price=amount,
        total_line_items_price=amount,
        total_tax="0",
        line_items=[line],
        shipping_lines=[],
    )
    raw = asked(order)
    assert currency != "JPY" or b'"9800.0"' in raw
    assert composed(raw).record.total == Amount(minor=minor, currency=currency)
    half = json.loads(raw)
    half["order"]["totalPriceSet"]["shopMoney"]["amount"] = "1.0005"
    assert refusal(lambda: composed(half)) == (
        "excess_digits",
        "$.order.totalPriceSet.shopMoney.amount",
    )


def test_asking_again_is_no_news_while_the_shop_says_the_same() -> None:
    order, paid = rich_order(), shopify_transaction(amount="35.50")
    before = composed(order, paid)
    again = composed(order, paid, asked(rich_order(updated_at=LATER), paid))
    assert again.record == msgspec.structs.replace(
        before.record, updated_at=again.record.updated_at
    )
    assert again.record.updated_at != before.record.updated_at
    changed = {name for name in before.paths if again.paths[name] != before.paths[name]}
    assert changed == {"updated_at"}


def test_what_the_newer_one_says_counts() -> None:
    order = rich_order()
    cancelled = asked(rich_order(updated_at=LATER, cancelled_at=LATER))
    assert composed(order, cancelled).record.state == "cancelled"
    assert composed(asked(order), rich_order(updated_at=LATER, closed_at=LATER)).record.state == (
        "closed"
    )


def test_a_late_webhook_does_not_undo_what_was_read_since() -> None:
    read = asked(rich_order(updated_at=LATER, cancelled_at=LATER))
    assert composed(read, rich_order()).record.state == "cancelled"
    assert composed(rich_order(), read, rich_order()).record.state == "cancelled"


def test_payments_that_only_a_query_told_are_not_lost_with_the_next_webhook() -> None:
    """A webhook's order tells no payments."""
    order, paid = rich_order(), shopify_transaction(amount="35.50")
    found = composed(order, asked(order, paid), rich_order(updated_at=LATER, name="#51b")).record
    assert (found.number, [one.id for one in found.transactions]) == ("#51b", ["900"])


@pytest.mark.parametrize("first", ["webhook", "query"])
def test_a_refund_told_twice_counts_once_with_its_end(first: str) -> None:
    pending = shopify_transaction(
        id=901, kind="refund", amount="5.00", status="pending", parent_id=900
    )
    done = {**pending, "status": "success"}
    order = rich_order()
    told: list[Payload | bytes] = [
        shopify_refund(pending),
        asked(rich_order(updated_at=LATER), done),
    ]
    if first == "query":
        told = [asked(rich_order(updated_at=LATER), pending), shopify_refund(done)]
    (refund,) = composed(order, *told).record.refunds
    assert (refund.id, refund.status) == ("901", TransactionStatus.SUCCEEDED)


def test_a_late_report_of_a_parcel_does_not_win_over_a_later_one() -> None:
    moved = shopify_fulfilment(tracking_number="PW 2", updated_at=LATER)
    read = asked(rich_order(updated_at=LATER, fulfillments=[moved]))
    assert composed(rich_order(), read).record.shipments[0].tracking_code == "PW 2"
    later = shopify_fulfilment(tracking_number="PW 3", updated_at="2026-03-10T10:00:00Z")
    assert composed(rich_order(), read, later).record.shipments[0].tracking_code == "PW 3"


def test_a_dispute_is_open_until_it_is_settled() -> None:
    open_one = {"id": 5, "order_id": 51, "type": "chargeback", "status": "needs_response"}
    read = asked(rich_order(updated_at=LATER), disputes=({**open_one, "status": "prevented"},))
    assert composed(rich_order(), {"dispute": open_one}).record.chargebacks[0].open
    assert not composed(rich_order(), {"dispute": open_one}, read).record.chargebacks[0].open


def test_sums_that_one_of_both_finds_to_disagree_stay_found() -> None:
    """Only the webhook tells the lines' sum before discounts."""
    order = rich_order(total_line_items_price="31.00")
    assert composed(order).record.conflicts == ("line_sum",)
    read = asked({**order, "updated_at": LATER})
    assert composed(read).record.conflicts == ()
    assert composed(order, read).record.conflicts == ("line_sum",)


def test_a_transaction_that_nobody_knows_the_end_of_still_waits() -> None:
    back = shopify_transaction(id=901, kind="refund", amount="5.00", status="unknown")
    (refund,) = composed(asked(rich_order(), back)).record.refunds
    assert refund.status is TransactionStatus.PENDING
