"""WooCommerce's webhooks: proven over the bytes, told apart by them, and the ping that proves
nothing."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from shopops.connectors.ports import Delivered, Happening, NotProven
from shopops.connectors.woocommerce.inbox import WooCommerceInbox
from shopops.connectors.woocommerce.signature import signature
from tests.support.import_cases import as_bytes, refusal, woo_order

SECRET = "a secret"
NOW = datetime(2026, 3, 4, tzinfo=UTC)


def opened(body: bytes, topic: str = "order.updated", **headers: str) -> Delivered:
    sent = {
        "x-wc-webhook-topic": topic,
        "x-wc-webhook-id": "5",
        "x-wc-webhook-delivery-id": "d1",
        "x-wc-webhook-signature": signature(SECRET, body),
    } | {f"x-wc-webhook-{name.replace('_', '-')}": value for name, value in headers.items()}
    return WooCommerceInbox({"webhook_secret": SECRET}).open(headers=sent, body=body, now=NOW)


def test_an_order_comes_in_as_the_bytes_that_were_signed() -> None:
    body = json.dumps(woo_order()).replace("/", "\\/").encode()
    delivered = opened(body)
    assert delivered.topic == "order.updated"
    assert delivered.occurred_at == datetime(2026, 3, 2, 10, tzinfo=UTC)
    ((source_format, row),) = delivered.rows
    assert (source_format.name, source_format.record_type, row) == ("woocommerce", "order", body)
    assert (delivered.happening, delivered.left) == (Happening.NOTHING, ())


@pytest.mark.parametrize("secret", ['a&b"c', "a&amp;b&quot;c", "a&#38;b&#034;c", "a&#x26;b&#X22;c"])
def test_the_secret_is_what_wordpress_makes_of_it(secret: str) -> None:
    """By hand: openssl dgst -sha256 -hmac 'a&b"c' -binary | base64."""
    body = b'{"id":1,"url":"https:\\/\\/x.test\\/o"}'
    assert signature(secret, body) == "yBT56h5jDSqxngUwVbWcy/7QQRI2aEPOVdNtEUwzHHY="


@pytest.mark.parametrize("said", ["", "x", signature("another", b"{}"), "é"])
def test_without_the_right_proof_nothing_is_read(said: str) -> None:
    with pytest.raises(NotProven):
        opened(b"{}", signature=said)


def test_a_changed_byte_voids_the_proof() -> None:
    body = as_bytes(woo_order())
    with pytest.raises(NotProven):
        opened(body + b" ", signature=signature(SECRET, body))


def test_without_a_secret_there_is_no_inbox() -> None:
    for settings in ({}, {"webhook_secret": " "}):
        with pytest.raises(ValueError, match="missing"):
            WooCommerceInbox(settings)


def test_the_ping_of_a_saved_webhook_is_answered_without_a_proof() -> None:
    inbox = WooCommerceInbox({"webhook_secret": SECRET})
    ping = inbox.open(headers={}, body=b"webhook_id=7", now=NOW)
    assert (ping.delivery_id, ping.proven, list(ping.rows)) == ("ping", False, [])
    with pytest.raises(NotProven):
        inbox.open(headers={"x-wc-webhook-signature": "x"}, body=b"webhook_id=7", now=NOW)
    for body in (b"webhook_id=7&x=1", b"webhook_id=", b'{"webhook_id":7}'):
        with pytest.raises(NotProven):
            inbox.open(headers={}, body=body, now=NOW)


def test_two_orders_of_one_second_are_two_deliveries_and_the_same_again_is_one() -> None:
    """The shop names both with the same hash of the webhook's number and the second."""
    one, other = as_bytes(woo_order()), as_bytes(woo_order(id=62))
    assert opened(one).delivery_id != opened(other).delivery_id
    assert opened(one).delivery_id == opened(one).delivery_id
    assert len(opened(one, id="9" * 500, delivery_id="d" * 500).delivery_id) <= 255


def test_a_deleted_order_and_what_is_no_order_bring_no_rows() -> None:
    deleted = opened(b'{"id":61}', "order.deleted")
    assert (list(deleted.rows), deleted.left) == ([], ["61"])
    assert list(opened(b'{"id":7}', "product.updated").rows) == []
    assert list(opened(as_bytes(woo_order(status="checkout-draft"))).rows) == []


@pytest.mark.parametrize(
    ("payload", "code", "path"),
    [
        ({"order": woo_order()}, "invalid", "$.order"),
        ({"code": "woocommerce_rest_cannot_view", "message": "Sorry."}, "invalid", "$"),
        ({}, "missing", "$.id"),
        ([], "wrong_type", "$"),
    ],
)
def test_a_proven_body_that_holds_no_order_is_refused(payload: Any, code: str, path: str) -> None:
    assert refusal(lambda: opened(as_bytes(payload))) == (code, path)
