"""The Shopify of our tests beside Shopify's own examples, and the signatures that were computed
apart from our code."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from shopops.agents.records import Order
from shopops.connectors.pieces import Composition
from shopops.connectors.ports import Done, NotProven, RefundAsk, Refused
from shopops.connectors.shopify.inbox import ShopifyInbox
from shopops.connectors.shopify.orders import parse
from shopops.connectors.shopify.pieces import PIECES, locate
from shopops.connectors.shopify.reader import ShopifyReader
from shopops.connectors.shopify.writer import ShopifyWriter
from shopops.connectors.strict_json import decode
from tests.real.data import needs_real_data, path_of, read_json
from tests.support.shopify_double import open_shopify

pytestmark = needs_real_data

NOW = datetime(2026, 3, 4, tzinfo=UTC)
FIXTURES = {
    "order": "orders/create",
    "refund": "refunds/create",
    "fulfillment": "fulfillments/create",
    "transaction": "order_transactions/create",
}


def fixture(name: str) -> dict[str, Any]:
    found: dict[str, Any] = read_json(f"shopify_fixtures/{name}.json")[name]
    return found


def composed(*rows: bytes) -> Order:
    composition = Composition(PIECES)
    for row in rows:
        composition.add(locate(decode(row)), row)
    return parse(decode(composition.dump())).record


def vectors() -> list[dict[str, Any]]:
    found = read_json("derived/webhook_vectors.json")
    return [vector for vector in found if vector["scheme"] == "shopify"]


def test_each_signature_proves_its_bytes_and_no_others() -> None:
    assert len(vectors()) >= 4
    for vector in vectors():
        inbox = ShopifyInbox({"client_secret": vector["secret"]})
        headers = {"x-shopify-hmac-sha256": vector["signature"], "x-shopify-topic": "other"}
        body = bytes.fromhex(vector["body_hex"])
        assert inbox.open(headers=headers, body=body, now=NOW).topic == "other"
        for changed in (json.dumps(json.loads(body)).encode(), body + b" "):
            if changed != body:
                with pytest.raises(NotProven):
                    inbox.open(headers=headers, body=changed, now=NOW)


def test_the_real_order_is_the_same_by_query_as_by_webhook(tmp_path: Path) -> None:
    """But for its parcel: the order tells one of 2014, which the file of its own tells of 2013."""
    order, refund, paid = fixture("order"), fixture("refund"), fixture("transaction")
    with open_shopify(tmp_path) as shop:
        shop.books.put({**order, "refunds": [refund]}, paid)
        (row,) = ShopifyReader(shop.settings).order("450789469").rows
    pieces = [path_of(f"shopify_fixtures/{name}.json").read_bytes() for name in FIXTURES]
    assert composed(row) == composed(*pieces)


def test_the_double_sends_the_real_objects_as_shopify_would(tmp_path: Path) -> None:
    with open_shopify(tmp_path) as shop:
        inbox = ShopifyInbox(shop.settings)
        rows = []
        for name, topic in FIXTURES.items():
            headers, body = shop.webhook(topic, fixture(name))
            rows += [row for _, row in inbox.open(headers=headers, body=body, now=NOW).rows]
    order = composed(*rows)
    assert (order.id, [one.id for one in order.refunds]) == ("450789469", ["179259969"])


def test_the_real_payment_was_only_authorized_so_that_nothing_of_it_goes_back(
    tmp_path: Path,
) -> None:
    with open_shopify(tmp_path) as shop:
        shop.books.put(fixture("order"), fixture("transaction"))
        writer = ShopifyWriter(shop.settings)
        ask = RefundAsk(
            key="ab" * 32,
            order_id="450789469",
            order_number="#1001",
            transaction_id="389404469",
            amount_minor=100,
            currency="USD",
            reason="parcel_lost",
            method="bogus",
        )
        assert isinstance(writer.send(writer.request_for(ask)).answer, Refused)
        shop.books.put(fixture("order"), {**fixture("transaction"), "kind": "sale"})
        assert isinstance(writer.send(writer.request_for(ask)).answer, Done)
