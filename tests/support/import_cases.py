"""Small payloads in our own words, one per format, to be changed by the tests that use them."""

import copy
import json
from collections.abc import Callable
from typing import Any

from shopops.connectors.refusals import RowRefused

Payload = dict[str, Any]


def shopops_order(**changes: Any) -> Payload:
    order: Payload = {
        "id": "N-1",
        "number": "1001",
        "placed_at": "2026-03-01T10:00:00Z",
        "updated_at": "2026-03-02T10:00:00Z",
        "state": "open",
        "total": {"minor": 12900, "currency": "USD"},
        "lines": [
            {
                "id": "l1",
                "title": "Kettle",
                "quantity": 1,
                "total": {"minor": 12900, "currency": "USD"},
            }
        ],
        "customer": {"id": "c1", "email": "jo@example.org", "preferred_channel": "email"},
        "shipments": [
            {"id": "s1", "tracker_id": "t1", "lines": [{"line_id": "l1", "quantity": 1}]}
        ],
    }
    return {**order, **changes}


def shopops_tracker(**changes: Any) -> Payload:
    tracker: Payload = {
        "id": "t1",
        "status": "in_transit",
        "carrier": "Postwerk",
        "code": "PW 1",
        "created_at": "2026-03-01T12:00:00Z",
        "updated_at": "2026-03-02T12:00:00Z",
        "scans": [{"id": "e1", "status": "in_transit", "at": "2026-03-02T12:00:00Z"}],
    }
    return {**tracker, **changes}


def shopify_order(**changes: Any) -> Payload:
    order: Payload = {
        "id": 51,
        "name": "#51",
        "created_at": "2026-03-01T10:00:00+01:00",
        "updated_at": "2026-03-02T10:00:00+01:00",
        "cancelled_at": None,
        "closed_at": None,
        "currency": "USD",
        "total_line_items_price": "30.00",
        "total_discounts": "0.00",
        "subtotal_price": "30.00",
        "total_tax": "2.00",
        "taxes_included": False,
        "total_price": "37.00",
        "email": "jo@example.org",
        "customer": {"id": 7, "first_name": "Jo", "last_name": "Berg"},
        "shipping_address": {"country_code": "DE", "address1": "Hafenweg 1", "city": "Kiel"},
        "line_items": [
            {"id": 1, "title": "Lamp", "quantity": 2, "price": "10.00", "requires_shipping": True},
            {"id": 2, "title": "Bulb", "quantity": 1, "price": "10.00", "requires_shipping": True},
        ],
        "shipping_lines": [{"price": "5.00"}],
        "fulfillments": [],
        "refunds": [],
    }
    return {**copy.deepcopy(order), **changes}


def shopify_transaction(**changes: Any) -> Payload:
    transaction = {
        "id": 900,
        "order_id": 51,
        "kind": "sale",
        "status": "success",
        "amount": "37.00",
        "currency": "USD",
        "gateway": "acquirer",
        "parent_id": None,
        "created_at": "2026-03-01T10:00:05+01:00",
    }
    return {**transaction, **changes}


def shopify_refund(*transactions: Payload, **changes: Any) -> Payload:
    refund = {"id": 700, "order_id": 51, "refund_line_items": [], "transactions": [*transactions]}
    return {**refund, **changes}


def shopify_fulfilment(**changes: Any) -> Payload:
    fulfilment = {
        "id": 300,
        "order_id": 51,
        "status": "success",
        "created_at": "2026-03-02T08:00:00+01:00",
        "updated_at": "2026-03-02T08:00:00+01:00",
        "tracking_company": "Postwerk",
        "tracking_number": "PW 1",
        "line_items": [{"id": 1, "quantity": 2}],
    }
    return {**fulfilment, **changes}


def woo_order(**changes: Any) -> Payload:
    order: Payload = {
        "id": 61,
        "number": "61",
        "order_key": "wc_order_58d2d042d1d61",
        "status": "processing",
        "currency": "EUR",
        "date_created": "2026-03-01T11:00:00",
        "date_created_gmt": "2026-03-01T10:00:00",
        "date_modified_gmt": "2026-03-02T10:00:00",
        "date_paid_gmt": "2026-03-01T10:01:00",
        "transaction_id": "pay-61",
        "payment_method": "card",
        "total": "26.00",
        "total_tax": "1.00",
        "customer_id": 0,
        "billing": {"first_name": "Jo", "last_name": "Berg", "email": "jo@example.org"},
        "shipping": {"address_1": "Hafenweg 1", "city": "Kiel", "country": "DE"},
        "line_items": [{"id": 1, "name": "Cup &amp; saucer", "quantity": 2, "total": "20.00"}],
        "shipping_lines": [{"id": 2, "total": "5.00"}],
        "fee_lines": [],
        "refunds": [],
    }
    return {**copy.deepcopy(order), **changes}


def woo_refund(**changes: Any) -> Payload:
    refund = {
        "id": 62,
        "date_created_gmt": "2026-03-03T10:00:00",
        "amount": "4.00",
        "refunded_payment": False,
        "_links": {"up": [{"href": "https://shop.example/wp-json/wc/v3/orders/61"}]},
    }
    return {**refund, **changes}


def easypost_tracker(**changes: Any) -> Payload:
    tracker: Payload = {
        "id": "trk_1",
        "object": "Tracker",
        "tracking_code": "PW 1",
        "status": "in_transit",
        "carrier": "Postwerk",
        "created_at": "2026-03-01T12:00:00Z",
        "updated_at": "2026-03-02T12:00:00Z",
        "est_delivery_date": "2026-03-05T00:00:00Z",
        "tracking_details": [
            {
                "status": "in_transit",
                "datetime": "2026-03-02T12:00:00Z",
                "message": "Sorted",
                "tracking_location": {"city": "Kiel", "state": None, "country": "DE"},
            }
        ],
        "carrier_detail": None,
    }
    return {**copy.deepcopy(tracker), **changes}


def as_bytes(payload: Any) -> bytes:
    return json.dumps(payload).encode()


def as_lines(*payloads: Any) -> bytes:
    return b"".join(as_bytes(payload) + b"\n" for payload in payloads)


def refusal(call: Callable[[], object]) -> tuple[str, str]:
    """Code and path of the refusal that the call ends in."""
    try:
        call()
    except RowRefused as refused:
        return refused.code.value, refused.path
    raise AssertionError("nothing was refused")
