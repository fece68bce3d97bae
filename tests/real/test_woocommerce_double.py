"""The WooCommerce of our tests beside WooCommerce's own examples, and the signatures that were
computed apart from our code."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from shopops.agents.records import TransactionStatus
from shopops.connectors.pieces import Composition
from shopops.connectors.ports import Done, NoteAsk, RefundAsk, ReshipAsk
from shopops.connectors.woocommerce.inbox import WooCommerceInbox
from shopops.connectors.woocommerce.orders import parse
from shopops.connectors.woocommerce.pieces import PIECES, locate
from shopops.connectors.woocommerce.reader import WooCommerceReader
from shopops.connectors.woocommerce.signature import proves
from shopops.connectors.woocommerce.writer import WooCommerceWriter
from tests.real.data import needs_real_data, read_json
from tests.support.woocommerce_double import WooDouble, open_woocommerce

pytestmark = needs_real_data

NOW = datetime(2026, 3, 4, tzinfo=UTC)
NAMES: dict[str, Any] = {"key": "ab" * 32, "order_id": "727", "order_number": "727"}


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[WooDouble]:
    """With the orders, refunds and notes of the documentation."""
    with open_woocommerce(tmp_path) as double:
        for order in read_json("woocommerce_docs/orders.json")[2]:
            double.books.put({**order, "refunds": []})
        refunds = next(
            one for one in read_json("woocommerce_docs/order-refunds.json") if isinstance(one, list)
        )
        double.books.refunds["723"] = refunds
        yield double


def example(name: str) -> Any:
    return read_json(f"woocommerce_docs/{name}.json")[0]


def done(shop: WooDouble, ask: Any) -> str:
    writer = WooCommerceWriter(shop.settings)
    answer = writer.send(writer.request_for(ask)).answer
    assert isinstance(answer, Done)
    return answer.remote_id


def test_signatures_computed_elsewhere_prove_their_bodies() -> None:
    vectors = [
        one for one in read_json("derived/webhook_vectors.json") if one["scheme"] == "woocommerce"
    ]
    assert len(vectors) == 4
    for vector in vectors:
        secret, body = vector["secret"], bytes.fromhex(vector["body_hex"])
        headers = {"x-wc-webhook-signature": vector["signature"]}
        inbox = WooCommerceInbox({"webhook_secret": secret})
        assert inbox.open(headers=headers, body=body, now=NOW).topic == ""
        again = json.dumps(json.loads(body), separators=(",", ":")).encode()
        if not vector["reencoded_compact_matches"]:
            assert not proves(secret, again, vector["signature"])


def test_a_refund_and_a_note_have_the_members_that_the_documentation_shows(shop: WooDouble) -> None:
    refund = RefundAsk(
        transaction_id="", amount_minor=135, currency="USD", reason="parcel_lost", **NAMES
    )
    done(shop, refund)
    done(shop, NoteAsk(code="K7QF", said={"by": "Jo"}, **NAMES))
    assert shop.books.refunds["727"][0].keys() == example("order-refunds").keys()
    assert shop.books.notes["727"][0].keys() == example("order-notes").keys()


def test_a_documented_order_is_read_with_its_refunds(shop: WooDouble) -> None:
    whole = Composition(PIECES)
    for row in WooCommerceReader(shop.settings).order("723").rows:
        whole.add(locate(json.loads(row)), row)
    record = parse(json.loads(whole.dump())).record
    assert (record.total.minor, record.total.currency) == (3900, "USD")
    found = {one.id: (one.amount.minor, one.status) for one in record.refunds}
    assert found == {
        "726": (1000, TransactionStatus.PENDING),
        "724": (900, TransactionStatus.PENDING),
    }
    assert record.conflicts == ()


def test_a_documented_order_comes_in_by_webhook(shop: WooDouble) -> None:
    headers, body = shop.webhook("order.updated", shop.books.order("727"))
    delivered = WooCommerceInbox(shop.settings).open(headers=headers, body=body, now=NOW)
    assert delivered.occurred_at == datetime(2017, 3, 22, 19, 28, 8, tzinfo=UTC)
    ((_, row),) = delivered.rows
    assert parse({"order": json.loads(row)}).record.total.minor == 2935


def test_a_documented_order_is_sent_again(shop: WooDouble) -> None:
    document = json.dumps({"order": shop.books.order("727")}).encode()
    made = shop.books.orders[done(shop, ReshipAsk(reason="lost", document=document, **NAMES))]
    lines = [
        (one["product_id"], one["variation_id"], one["quantity"]) for one in made["line_items"]
    ]
    assert lines == [(93, 0, 2), (22, 23, 1)]
    assert made["line_items"][1]["meta_data"] == [
        {"key": "pa_color", "value": "black"},
        {"key": "size", "value": "M Test"},
    ]
    assert parse({"order": made}).record.conflicts == ()
