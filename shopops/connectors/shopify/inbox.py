"""Shopify's webhooks: proof, topic, and what is taken from each.

`X-Shopify-Hmac-SHA256` is over the bytes of the body only. The other headers are not signed, so
nothing that is done because of a delivery may rest on them alone.

A delivery is named by `X-Shopify-Webhook-Id`, which stays the same when Shopify sends it again.
`X-Shopify-Event-Id` names what happened in the shop and is shared by all topics that tell of it:
who drops the second of those loses the order's update because the refund came first.
"""

import binascii
import hmac
from base64 import b64decode
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from shopops.connectors.members import Node
from shopops.connectors.ports import Delivered, Happening, NotProven
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.shopify.format import ORDERS
from shopops.connectors.shopify.settings import NotAShop, address_of
from shopops.connectors.strict_json import decode

SIGNATURE = "x-shopify-hmac-sha256"

# By topic: the object that the body is. Bodies of other topics hold none that is read.
OBJECTS = {
    "orders/create": "order",
    "orders/updated": "order",
    "orders/paid": "order",
    "orders/cancelled": "order",
    "orders/fulfilled": "order",
    "orders/partially_fulfilled": "order",
    "fulfillments/create": "fulfillment",
    "fulfillments/update": "fulfillment",
    "refunds/create": "refund",
    "order_transactions/create": "transaction",
    "disputes/create": "dispute",
    "disputes/update": "dispute",
}
HAPPENINGS = {
    "app/uninstalled": Happening.UNINSTALLED,
    "customers/data_request": Happening.CUSTOMER_DATA_ASKED,
    "customers/redact": Happening.CUSTOMER_ERASED,
    "shop/redact": Happening.SHOP_ERASED,
}
ORDERS_MEANT = ("orders_requested", "orders_to_redact")


class ShopifyInbox:
    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = settings
        named = ("client_secret", "webhook_secret")
        self._secrets = [settings[name] for name in named if settings.get(name)]

    def open(self, *, headers: dict[str, str], body: bytes, now: datetime) -> Delivered:
        """How old it is proves nothing: Shopify signs no time, and sends again for hours."""
        self._check(headers, body)
        value = decode(body)
        if not isinstance(value, dict):
            raise RowRefused(RefusalCode.WRONG_TYPE, "$", "is not an object")
        topic = headers.get("x-shopify-topic", "").lower()
        happening = HAPPENINGS.get(topic, Happening.NOTHING)
        if happening is Happening.UNINSTALLED:
            self._check_it_is_ours(value)
        known = OBJECTS.get(topic)
        rows = [(ORDERS, _wrapped(known, body))] if known else []
        return Delivered(
            delivery_id=headers.get("x-shopify-webhook-id") or _name(topic, body),
            topic=topic,
            occurred_at=_time(headers.get("x-shopify-triggered-at")),
            rows=rows,
            happening=happening,
            about=_about(value) if topic in HAPPENINGS else [],
            customer=_customer(value) if topic in HAPPENINGS else "",
        )

    def _check(self, headers: dict[str, str], body: bytes) -> None:
        given = _decoded(headers.get(SIGNATURE, ""))
        made = (hmac.digest(secret.encode(), body, "sha256") for secret in self._secrets)
        if not any(hmac.compare_digest(given, proof) for proof in made):
            raise NotProven("The signature is missing or is not made with this app's secret.")
        sender = headers.get("x-shopify-shop-domain")
        if sender is not None and sender.lower() != self._shop():
            raise NotProven(f"It comes from {sender[:100]!r}, which is not the connected shop.")

    def _check_it_is_ours(self, value: dict[str, Any]) -> None:
        """Anything that this app's secret ever signed could come under this topic, and nobody would
        be asked before the shop is left: the body has to say itself which shop it is."""
        named = [value.get(name) for name in ("myshopify_domain", "domain")]
        if self._shop() not in [one.lower() for one in named if isinstance(one, str)]:
            raise NotProven("What is signed does not name the connected shop.")

    def _shop(self) -> str:
        """One app's secret signs for each shop in which it is installed."""
        try:
            return address_of(self._settings).partition("://")[2]
        except NotAShop as problem:
            raise NotProven(str(problem)) from problem


def _decoded(signature: str) -> bytes:
    try:
        return b64decode(signature, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _wrapped(name: str, body: bytes) -> bytes:
    return b'{"%s":%s}' % (name.encode(), body)


def _name(topic: str, body: bytes) -> str:
    """Of a delivery without one, such as the test that the admin sends."""
    return sha256(topic.encode() + b"\0" + body).hexdigest()


def _time(said: str | None) -> datetime | None:
    try:
        return Node(said, "$").instant()
    except RowRefused:
        return None


def _about(value: dict[str, Any]) -> list[str]:
    told = Node(value, "$")
    return [node.id() for name in ORDERS_MEANT for node in told.get(name).items()]


def _customer(value: dict[str, Any]) -> str:
    customer = Node(value, "$").get("customer").get("id")
    return "" if customer.value is None else customer.id()
