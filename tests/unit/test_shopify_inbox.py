"""Shopify's webhooks: whose they are, which are the same, and what is taken from each."""

import json
from base64 import b64encode
from datetime import UTC, datetime
from hmac import digest
from typing import Any

import pytest

from shopops.connectors.ports import Delivered, Happening, NotProven
from shopops.connectors.refusals import RowRefused
from shopops.connectors.shopify.inbox import ShopifyInbox
from shopops.connectors.shopify.pieces import locate
from shopops.connectors.strict_json import decode
from tests.support.import_cases import (
    shopify_fulfilment,
    shopify_order,
    shopify_refund,
    shopify_transaction,
)

NOW = datetime(2026, 3, 3, 10, tzinfo=UTC)
SHOP = "lamps.myshopify.com"
APP = "shpss_1"
SETTINGS = {"shop": SHOP, "client_secret": APP, "webhook_secret": "made by hand"}


def signed(body: bytes, key: str = APP) -> str:
    return b64encode(digest(key.encode(), body, "sha256")).decode()


def delivered(topic: str, payload: Any, key: str = APP, **headers: str) -> Delivered:
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    told = {
        "x-shopify-topic": topic,
        "x-shopify-hmac-sha256": signed(body, key),
        "x-shopify-shop-domain": SHOP,
        "x-shopify-webhook-id": "w-1",
        "x-shopify-event-id": "e-1",
        "x-shopify-triggered-at": "2026-03-03T09:59:58.123456789Z",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    return ShopifyInbox(SETTINGS).open(headers=told, body=body, now=NOW)


def test_the_bytes_are_signed_and_not_what_they_say() -> None:
    body = b'{"id": 51,\n "name":"caf\\u00e9 \xc3\xa9"}'
    assert delivered("orders/create", body).rows[0][1] == b'{"order":' + body + b"}"
    with pytest.raises(NotProven):
        delivered("orders/create", body, x_shopify_hmac_sha256=signed(b" " + body))


@pytest.mark.parametrize("signature", ["", "=", "not base64!", "AAAA", "é"])
def test_what_is_no_proof_proves_nothing(signature: str) -> None:
    with pytest.raises(NotProven):
        delivered("orders/create", {"id": 51}, x_shopify_hmac_sha256=signature)


def test_a_shop_without_a_secret_proves_nothing() -> None:
    headers = {"x-shopify-topic": "orders/create", "x-shopify-hmac-sha256": signed(b"{}", "")}
    with pytest.raises(NotProven):
        ShopifyInbox({"shop": SHOP}).open(headers=headers, body=b"{}", now=NOW)


def test_webhooks_made_by_hand_have_a_secret_of_their_own() -> None:
    assert delivered("orders/paid", shopify_order(), key="made by hand").topic == "orders/paid"


def test_another_shop_with_the_same_app_is_not_this_one() -> None:
    with pytest.raises(NotProven, match=r"other\.myshopify\.com"):
        delivered("orders/create", {"id": 51}, x_shopify_shop_domain="other.myshopify.com")


@pytest.mark.parametrize(
    "payload",
    [
        shopify_order(),
        {"id": 1, "myshopify_domain": None, "domain": 7},
        {"id": 1, "myshopify_domain": "other.myshopify.com", "domain": "lamps.example"},
    ],
)
def test_only_what_is_signed_says_that_this_shop_uninstalled_the_app(payload: Any) -> None:
    """A header may say anything, and this app's secret signs for other shops too."""
    with pytest.raises(NotProven, match="does not name the connected shop"):
        delivered("app/uninstalled", payload)


def test_a_delivery_is_named_by_its_own_id_and_not_by_the_event_that_topics_share() -> None:
    paid = delivered("orders/paid", shopify_order(), x_shopify_webhook_id="w-1")
    updated = delivered("orders/updated", shopify_order(), x_shopify_webhook_id="w-2")
    assert (paid.delivery_id, updated.delivery_id) == ("w-1", "w-2")


def test_a_delivery_without_an_id_is_named_by_what_it_is() -> None:
    once, again, other = (
        delivered(topic, {"id": 51}, x_shopify_webhook_id="")
        for topic in ("orders/paid", "orders/paid", "orders/updated")
    )
    assert once.delivery_id == again.delivery_id != other.delivery_id


def test_the_time_is_the_shops_with_its_nine_digits() -> None:
    found = delivered("orders/paid", shopify_order()).occurred_at
    assert found == datetime(2026, 3, 3, 9, 59, 58, 123456, tzinfo=UTC)
    late = delivered("orders/paid", shopify_order(), x_shopify_triggered_at="yesterday")
    assert late.occurred_at is None


@pytest.mark.parametrize(
    ("topic", "payload", "kind"),
    [
        ("orders/create", shopify_order(), "order"),
        ("orders/updated", shopify_order(), "order"),
        ("orders/cancelled", shopify_order(), "order"),
        ("ORDERS/FULFILLED", shopify_order(), "order"),
        ("fulfillments/create", shopify_fulfilment(), "fulfillments"),
        ("fulfillments/update", shopify_fulfilment(tracking_number=None), "fulfillments"),
        ("refunds/create", shopify_refund(), "refunds"),
        ("order_transactions/create", shopify_transaction(), "transactions"),
        ("disputes/update", {"id": 5, "order_id": 51, "evidence_due_by": None}, "disputes"),
    ],
)
def test_each_topic_is_a_piece_of_its_order(topic: str, payload: Any, kind: str) -> None:
    ((source_format, row),) = delivered(topic, payload).rows
    located = locate(decode(row))
    assert (source_format.name, located.kind, located.order_id) == ("shopify", kind, "51")


@pytest.mark.parametrize("topic", ["orders/delete", "orders/edited", "products/update", ""])
def test_other_topics_hold_nothing_to_read(topic: str) -> None:
    found = delivered(topic, {"id": 51})
    assert (list(found.rows), found.happening) == ([], Happening.NOTHING)


@pytest.mark.parametrize(
    ("topic", "payload", "happening", "about"),
    [
        ("app/uninstalled", {"id": 1, "myshopify_domain": SHOP}, Happening.UNINSTALLED, []),
        ("app/uninstalled", {"id": 1, "domain": SHOP.upper()}, Happening.UNINSTALLED, []),
        (
            "customers/data_request",
            {"shop_id": 1, "orders_requested": [51, 52], "customer": {"id": 7}},
            Happening.CUSTOMER_DATA_ASKED,
            ["51", "52"],
        ),
        (
            "customers/redact",
            {"shop_id": 1, "customer": {"id": 7}, "orders_to_redact": [51]},
            Happening.CUSTOMER_ERASED,
            ["51"],
        ),
        ("customers/redact", {"customer": {"id": 7}}, Happening.CUSTOMER_ERASED, []),
        ("customers/redact", {"customer": {"email": "x@y.z"}}, Happening.CUSTOMER_ERASED, []),
        ("shop/redact", {"shop_id": 1}, Happening.SHOP_ERASED, []),
    ],
)
def test_what_a_delivery_says_besides_orders(
    topic: str, payload: Any, happening: Happening, about: list[str]
) -> None:
    found = delivered(topic, payload)
    assert (found.happening, list(found.about), list(found.rows)) == (happening, about, [])


@pytest.mark.parametrize(("customer", "name"), [({"id": 7}, "7"), ({"email": "x@y.z"}, "")])
def test_whose_wish_it_is_is_told_by_id_alone(customer: Any, name: str) -> None:
    assert delivered("customers/redact", {"customer": customer}).customer == name


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b'{"id":1,"id":2}', b"\xff"])
def test_a_proven_body_that_cannot_be_read_is_refused(body: bytes) -> None:
    with pytest.raises(RowRefused):
        delivered("orders/create", body)
