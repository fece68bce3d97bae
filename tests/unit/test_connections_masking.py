"""What came from a shop, or went there, is shown without secrets and without anybody's data."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopops.connections.masking import COVER, masked, masked_headers, masked_url, scrubbed

KEY = "5d" * 32
SHOPIFY = {
    "id": 820982911946154508,
    "admin_graphql_api_id": "gid://shopify/Order/820982911946154508",
    "name": "#9999",
    "email": "jon@example.com",
    "phone": "+49 170 5551234",
    "browser_ip": "203.0.113.7",
    "cart_token": "68778783ad298f1c80c3bafcddeea02f",
    "created_at": "2026-11-29T10:00:00-05:00",
    "currency": "JPY",
    "financial_status": "paid",
    "note": "Leave it with Mrs Doe at number 12",
    "note_attributes": [{"name": "gift for", "value": "Jane Doe"}],
    "tags": "vip, Jane Doe",
    "total_price": "9800",
    "customer": {"id": 115310627314723954, "first_name": "Jon", "state": "enabled"},
    "shipping_address": {"name": "Jon Doe", "zip": 12345, "latitude": 45.4, "country_code": "US"},
    "client_details": {"user_agent": "Mozilla/5.0", "browser_height": 800},
    "line_items": [{"id": 1, "title": "IPod, call 0170 5551234", "quantity": 2, "sku": "IPOD-1"}],
    "payment_details": {"credit_card_number": "4242", "card": {"number": "4242424242424242"}},
    "refunds": [{"transactions": [{"id": 7, "amount": "12.00", "gateway": "bogus"}]}],
}
WOOCOMMERCE = {
    "id": 727,
    "number": "727",
    "order_key": "wc_order_58d2d042d1d",
    "date_created_gmt": "2017-03-22T19:28:02",
    "customer_ip_address": "203.0.113.7",
    "customer_note": "ring twice",
    "billing": {"first_name": "John", "state": "CA", "postcode": "94103", "country": "US"},
    "shipping": {"last_name": "Doe", "address_1": "969 Market", "country": "US"},
    "shipping_lines": [{"id": 317, "method_id": "flat_rate", "total": "10.00"}],
    "meta_data": [
        {"key": "_card_token", "value": "9b" * 32},
        {"key": "_shopops_key", "value": KEY},
        {"key": "_phone", "value": 1705551234},
    ],
    "tax_lines": [{"rate_id": 75, "tax_total": "1.35"}],
    "vat_number": "DE123456789",
}
TRACKER = {
    "tracking_code": "EZ1000000001",
    "status": "delivered",
    "signed_by": "John Tester",
    "carrier": "USPS",
    "tracking_details": [
        {
            "message": "Delivered to jon@example.com",
            "tracking_location": {"city": "CHARLESTON", "zip": "29407", "country": "US"},
        }
    ],
}
PEOPLES = (
    "jon@example.com Jon Doe John Jane Mrs 5551234 203.0.113.7 12345 45.4 Mozilla 4242 68778783 "
    "wc_order ring 94103 Market 1705551234 DE123456789 Tester CHARLESTON 29407 vip"
)


@pytest.mark.parametrize("payload", [SHOPIFY, WOOCOMMERCE, TRACKER])
def test_nobody_is_recognised_in_what_a_shop_sent(payload: dict[str, object]) -> None:
    text = masked(json.dumps(payload).encode())
    assert text is not None
    assert [one for one in PEOPLES.split() if one in text] == []


def test_what_happened_to_the_order_stays_readable() -> None:
    order = json.loads(masked(json.dumps(SHOPIFY).encode()) or "")
    plain = ("id", "admin_graphql_api_id", "name", "created_at", "currency", "financial_status")
    assert {name: order[name] for name in plain} == {name: SHOPIFY[name] for name in plain}
    assert order["total_price"] == "9800"
    assert order["refunds"] == SHOPIFY["refunds"]
    assert order["shipping_address"]["country_code"] == "US"
    assert order["line_items"][0] == {
        "id": 1,
        "title": f"IPod, call {COVER}",
        "quantity": 2,
        "sku": "IPOD-1",
    }
    woo = json.loads(masked(json.dumps(WOOCOMMERCE).encode()) or "")
    assert woo["meta_data"][:2] == [
        {"key": "_card_token", "value": COVER},
        {"key": "_shopops_key", "value": KEY},
    ]
    tracker = json.loads(masked(json.dumps(TRACKER).encode()) or "")
    assert (tracker["tracking_code"], tracker["status"]) == ("EZ1000000001", "delivered")
    assert tracker["tracking_details"][0]["message"] == f"Delivered to {COVER}"


def test_a_request_of_ours_shows_its_document_its_money_and_its_key() -> None:
    sent = {
        "query": "mutation refund($input: RefundInput!) { refundCreate(input: $input) { id } }",
        "variables": {"input": {"orderId": "gid://shopify/Order/1", "amount": "12.00", "key": KEY}},
        "access_token": "shpat_0123456789abcdef",
    }
    shown = json.loads(masked(json.dumps(sent).encode()) or "")
    assert shown == {**sent, "access_token": COVER}


def test_a_form_is_shown_field_by_field() -> None:
    body = b"webhook_id=12&customer%5Bemail%5D=jon%40example.com&items[0][sku]=A-1&api_key=ck_123"
    assert json.loads(masked(body) or "") == {
        "webhook_id": "12",
        "customer[email]": COVER,
        "items[0][sku]": "A-1",
        "api_key": COVER,
    }


@pytest.mark.parametrize(
    "body",
    [
        b"<html><p>Jon Doe</p></html>",
        b'{"name": "Jon',
        b"\xff\xfe{}",
        b"Jon Doe ordered something",
        b"",
        b"[" * 200_000,
        b'"' + b"x" * 600_000 + b'"',
    ],
)
def test_what_can_t_be_read_is_not_shown(body: bytes) -> None:
    assert masked(body) is None


def test_an_address_loses_its_password_and_what_it_asks_for() -> None:
    url = "https://ck_1:cs_2@shop.example/wp-json/wc/v3/orders/727?consumer_key=ck_1&per_page=10"
    assert masked_url(url) == (
        f"https://shop.example/wp-json/wc/v3/orders/727?consumer_key={COVER}&per_page=10"
    )
    assert masked_url("https://shop.example/customers/jon@example.com") == (
        f"https://shop.example/customers/{COVER}"
    )
    graphql = "https://a.myshopify.com/admin/api/2026-10/graphql.json"
    assert masked_url(graphql) == graphql
    assert masked_url("https://shop.example/call/%2B49%20170%205551234") == (
        f"https://shop.example/call/{COVER}"
    )
    assert masked_url("https://[broken") == COVER


def test_only_headers_that_are_known_to_be_plain_are_shown() -> None:
    headers = {"Authorization": "Basic Y2s6Y3M=", "X-Shopify-Access-Token": "shpat_1"}
    shown = masked_headers({**headers, "Content-Type": "application/json", "webhook-id": KEY})
    assert shown == {
        "Authorization": COVER,
        "X-Shopify-Access-Token": COVER,
        "Content-Type": "application/json",
        "webhook-id": KEY,
    }


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("jon@example.com is blocked", f"{COVER} is blocked"),
        ("call +49 170 5551234 now", f"call {COVER} now"),
        ("call (555) 123-4567 now", f"call {COVER} now"),
        ("call 01705551234", f"call {COVER}"),
        ("to DE89370400440532013000", f"to {COVER}"),
        ("to DE89 3704 0044 0532 0130 00 now", f"to {COVER} now"),
        ("no such token: shpat_0123456789abcdef", f"no such token: {COVER}"),
        ("ck_0123456789abcdef may not write", f"{COVER} may not write"),
        ("key EZAK0123456789abcdefXYZ is not known", f"key {COVER} is not known"),
        ("Order 450789469 of 2026-11-30 has 12.50 left", None),
        ("Refund 820982911946154508 is above 129.00", None),
    ],
)
def test_what_a_shop_says_keeps_its_ids_and_amounts(said: str, shown: str | None) -> None:
    assert scrubbed(said) == (shown or said)


WORDS = st.text("abcdefghijklmnopqrstuvwxyzäöüABC '-", min_size=6, max_size=30)
ANYTHING = st.recursive(WORDS, lambda inner: st.lists(inner, max_size=3))


@given(ANYTHING)
def test_words_under_a_name_that_nobody_knows_are_covered(value: object) -> None:
    text = masked(json.dumps({"xyzzy": value}).encode())
    assert text is not None
    assert texts(json.loads(text)["xyzzy"]) <= {COVER}


def texts(value: object) -> set[object]:
    return set().union(*map(texts, value)) if isinstance(value, list) else {value}


def test_of_a_note_s_lines_the_labels_are_shown_and_only_those() -> None:
    lines = [
        {"name": "By", "text": "Jane Doe"},
        {"name": "Ledger entry", "text": "12"},
        {"name": "Jane Doe", "text": "By"},
        {"name": "By", "text": "Jane Doe", "email": "jane@example.com"},
    ]
    shown = json.loads(masked(json.dumps({"lines": lines}).encode()) or "")["lines"]
    assert shown[:2] == [{"name": "By", "text": COVER}, {"name": "Ledger entry", "text": "12"}]
    assert [one["name"] for one in shown] == ["By", "Ledger entry", COVER, COVER]
