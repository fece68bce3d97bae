"""Two imports at once: real connections, released by a barrier."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import msgspec
import pytest
from django.db import connection

from shopops.agents.records import Order
from shopops.connectors.batch import take_batch
from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.connectors.reading.row import Row
from shopops.connectors.registry import ORDER_FORMATS
from shopops.connectors.store import Incoming, Outcome, upsert
from shopops.tenants.scope import tenant_scope
from tests.support.import_cases import (
    Payload,
    as_bytes,
    shopify_order,
    shopify_refund,
    shopify_transaction,
    shopops_order,
)
from tests.support.pipeline import open_shop

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


def at_once(tenant_id: int, source: str, batches: list[list[Payload]]) -> list[list[Outcome]]:
    """Take every batch on a connection of its own, all at the same moment."""
    barrier = threading.Barrier(len(batches))

    def take(payloads: list[Payload]) -> list[Outcome]:
        rows = [Row(place, place, as_bytes(item)) for place, item in enumerate(payloads, 1)]
        try:
            with tenant_scope(tenant_id):
                barrier.wait(timeout=20)
                results = take_batch(
                    tenant_id=tenant_id,
                    source_format=ORDER_FORMATS[source],
                    rows=rows,
                    received_at=NOW,
                )
            return [result.outcome for result in results]
        finally:
            connection.close()

    with ThreadPoolExecutor(len(batches)) as pool:
        return list(pool.map(take, batches))


def test_two_imports_of_the_same_new_orders_make_each_once() -> None:
    shop = open_shop("north")
    orders = [shopops_order(id=f"N-{number}") for number in range(50)]
    first, second = at_once(shop.pk, "shopops", [orders, orders[::-1]])
    assert sorted([set(first), set(second)], key=str) == [{Outcome.CREATED}, {Outcome.UNCHANGED}]
    assert SourceRecord.objects.count() == SourcePayload.objects.count() == 50


def test_the_newest_of_several_wins_whoever_comes_first() -> None:
    shop = open_shop("north")
    batches = [
        [shopops_order(number=str(day), updated_at=f"2026-03-0{day}T10:00:00Z")]
        for day in (4, 1, 3, 2)
    ]
    at_once(shop.pk, "shopops", batches)
    assert SourceRecord.objects.get().number == "4"


def test_pieces_taken_at_the_same_moment_are_all_kept() -> None:
    shop = open_shop("north")
    at_once(shop.pk, "shopify", [[shopify_order()]])
    refund = shopify_transaction(id=901, kind="refund", amount="1.00")
    at_once(shop.pk, "shopify", [[shopify_transaction()], [shopify_refund(refund)]])
    body = SourceRecord.objects.get().body
    assert (len(body["transactions"]), len(body["refunds"])) == (1, 1)


def test_outside_a_scope_the_store_writes_nothing() -> None:
    shop = open_shop("north")
    payload = shopops_order()
    item = Incoming(record=msgspec.convert(payload, Order), raw=b"{}", source="shopops")
    with pytest.raises(RuntimeError, match="inside tenant_scope"):
        upsert(shop.pk, [item], NOW)
    assert not SourceRecord.objects.exists()
