"""Asks to a Shopify shop, and what comes of them at its double."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from shopops.connectors.ports import (
    AnyAsk,
    CreditAsk,
    Found,
    NoteAsk,
    RefundAsk,
    Reply,
    ReshipAsk,
)
from shopops.connectors.shopify.writer import ShopifyWriter
from tests.support.import_cases import Payload, shopify_order, shopify_transaction
from tests.support.shopify_double import ShopifyDouble, open_shopify

KEY, OTHER_KEY = "ab" * 32, "cd" * 32
NAMES = {"order_id": "51", "order_number": "#51"}
NOW = datetime(2026, 3, 3, 10, tzinfo=UTC)
LINE = {"id": 1, "title": "Lamp", "sku": "L", "variant_id": 39, "quantity": 2, "price": "10.00"}
GIFT = {"id": 2, "title": "Card", "quantity": 1, "price": "10.00", "requires_shipping": False}
ADDRESS = {
    "first_name": "Jo",
    "last_name": "Berg",
    "address1": "Hafenweg 1",
    "city": "Kiel",
    "zip": "24103",
    "country_code": "DE",
}


def lamps(**changes: Any) -> Payload:
    return shopify_order(line_items=[LINE, GIFT], shipping_address=ADDRESS, **changes)


def refund(amount_minor: int = 1200, currency: str = "USD", **more: Any) -> RefundAsk:
    told = {"key": KEY, "transaction_id": "900", "reason": "parcel_lost", "method": "acquirer"}
    return RefundAsk(amount_minor=amount_minor, currency=currency, **{**told, **NAMES, **more})


def reship(held: Payload | bytes | None = None, **more: Any) -> ReshipAsk:
    document = held if isinstance(held, bytes) else json.dumps({"order": held or lamps()}).encode()
    return ReshipAsk(document=document, reason="parcel_lost", **{"key": KEY, **NAMES, **more})


def credit(amount_minor: int = 500, currency: str = "USD", **more: Any) -> CreditAsk:
    told = {"key": KEY, "customer_id": "7", "reason": "goodwill", **NAMES, **more}
    return CreditAsk(amount_minor=amount_minor, currency=currency, **told)


def note(code: str = "7F3KQ-2MD8N", **more: Any) -> NoteAsk:
    said = {"Confirmed by": "Maya", "At": "2026-03-03 10:00 UTC"}
    return NoteAsk(code=code, said=said, **{"key": KEY, **NAMES, **more})


def writer(shop: ShopifyDouble, **settings: str) -> ShopifyWriter:
    return ShopifyWriter({**shop.settings, **settings}, now=lambda: NOW)


def sent(shop: ShopifyDouble, ask: AnyAsk, **settings: str) -> Reply:
    made = writer(shop, **settings)
    return made.send(made.request_for(ask))


def found(
    shop: ShopifyDouble, ask: AnyAsk, *, later: timedelta = timedelta(), **settings: str
) -> Found:
    told = {**shop.settings, **settings}
    return ShopifyWriter(told, now=lambda: NOW + later).find(ask, sent_at=NOW)


@contextmanager
def open_lamps(folder: Path) -> Iterator[ShopifyDouble]:
    """At the time that asks are sent, with one order that is paid."""
    with open_shopify(folder) as shop:
        shop.books.clock = lambda: NOW
        shop.books.put(lamps(), shopify_transaction())
        yield shop
