"""A Shopify shop's orders, from its webhooks and from asking it, in one record each."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from shopops.agents.intake import pack_digest
from shopops.agents.records import Order
from shopops.connections.models import Connection, Delivery, Taken
from shopops.connections.settings import reader_of, sealed
from shopops.connectors.models import SourceRecord
from shopops.deliveries.fetching import fetch
from shopops.deliveries.receiving import Receipt, receive
from shopops.execution.sources import read_again
from shopops.orchestrator.tasks import resolve_tenant
from shopops.review.freshness import fresh_pack
from shopops.tenants import thresholds
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.import_cases import (
    Payload,
    shopify_fulfilment,
    shopify_order,
    shopify_refund,
    shopify_transaction,
)
from tests.support.pipeline import open_shop
from tests.support.shopify_double import ShopifyDouble, open_shopify

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 4, tzinfo=UTC)
LATER = "2026-03-09T10:00:00+01:00"


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda *_, **__: None)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_shopify(tmp_path) as double:
        yield double


def connect(tenant: Tenant, shop: ShopifyDouble) -> Connection:
    with tenant_scope(tenant.pk):
        return Connection.objects.create(
            tenant=tenant,
            connector="shopify",
            title="Lamps",
            settings_sealed=sealed(shop.settings),
        )


def deliver(
    connection: Connection, shop: ShopifyDouble, topic: str, told: Payload, name: str
) -> Receipt:
    headers, body = shop.webhook(topic, told, name=name)
    return receive(connection=connection, headers=headers, body=body, now=NOW)


def record(tenant: Tenant) -> Order:
    with tenant_scope(tenant.pk):
        return msgspec.convert(SourceRecord.objects.get(external_id="51").body, Order)


def digest(tenant: Tenant) -> bytes:
    with tenant_scope(tenant.pk):
        numbers = thresholds.current(tenant.pk)
        return pack_digest(fresh_pack(tenant.pk, "51", tenant.slug, numbers, NOW))


def test_reading_an_order_again_changes_no_evidence_while_the_shop_says_the_same(
    shop: ShopifyDouble,
) -> None:
    """Else what was approved would be held up as stale by the look that precedes it."""
    tenant = open_shop("lamps")
    connection = connect(tenant, shop)
    order = shopify_order(buyer_accepts_marketing=False, fulfillments=[shopify_fulfilment()])
    paid = shopify_transaction()
    deliver(connection, shop, "orders/create", order, "w-1")
    deliver(connection, shop, "order_transactions/create", paid, "w-2")
    before = digest(tenant)
    shop.books.put({**order, "updated_at": LATER}, paid)
    reader = reader_of(connection)
    assert reader is not None
    read_again(tenant_id=tenant.pk, reader=reader, order_id="51", now=NOW)
    assert digest(tenant) == before
    assert record(tenant).updated_at == datetime.fromisoformat(LATER)
    shop.books.put({**order, "updated_at": LATER, "cancelled_at": LATER}, paid)
    read_again(tenant_id=tenant.pk, reader=reader, order_id="51", now=NOW)
    assert digest(tenant) != before


def test_a_refund_that_overtakes_its_order_brings_it_along(shop: ShopifyDouble) -> None:
    tenant = open_shop("lamps")
    connection = connect(tenant, shop)
    out = shopify_transaction(id=901, kind="refund", amount="5.00", parent_id=900)
    first = deliver(connection, shop, "refunds/create", shopify_refund(out), "w-1")
    assert first.outcome == Taken.REFUSED
    shop.books.put(shopify_order(refunds=[shopify_refund(out)]), shopify_transaction())
    delivery = Delivery.objects.of(tenant.pk).get()
    fetch(tenant_id=tenant.pk, delivery_id=delivery.pk, order_ids=["51"], now=NOW)
    assert [one.id for one in record(tenant).refunds] == ["901"]
    assert [one.method for one in record(tenant).transactions] == ["acquirer"]
    late = deliver(connection, shop, "orders/create", shopify_order(), "w-2")
    again = deliver(connection, shop, "orders/create", shopify_order(), "w-2")
    assert (late.again, again.again) == (False, True)
    assert [one.id for one in record(tenant).refunds] == ["901"]
