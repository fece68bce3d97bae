"""What a delivery could not tell is asked for; and what no delivery told."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from shopops.celery_app import app
from shopops.connections.models import Connection, State, Taken
from shopops.connectors import ports
from shopops.connectors.ports import CannotRead, Delivered, Fetched
from shopops.connectors.registry import ORDER_FORMATS
from shopops.connectors.shop import Connector
from shopops.connectors.shops import CONNECTORS
from shopops.deliveries import fetching, polling
from shopops.deliveries.receiving import receive
from shopops.orchestrator.tasks import resolve_tenant
from shopops.tenants.models import Tenant
from tests.support.delivering import Sender, connect_own_system, records_of
from tests.support.import_cases import as_bytes, shopify_order, shopify_refund, shopify_transaction
from tests.support.pipeline import NOON, open_shop

pytestmark = pytest.mark.django_db
SHOPIFY = ORDER_FORMATS["shopify"]
REFUND = shopify_refund(shopify_transaction(kind="refund"))


class InPieces:
    """A shop that tells its orders in pieces; it has what `orders` holds."""

    orders: dict[str, bytes]

    def __init__(self, settings: Mapping[str, str]) -> None:
        pass

    def open(self, *, headers: dict[str, str], body: bytes, now: datetime) -> Delivered:
        return Delivered(delivery_id=headers["id"], topic="x", rows=[(SHOPIFY, body)])

    def order(self, order_id: str) -> Fetched:
        if order_id not in self.orders:
            raise CannotRead("unknown_order", "There is none.")
        return Fetched(source_format=SHOPIFY, rows=[self.orders[order_id]])

    def test(self) -> ports.Tested:
        return ports.Tested(works=True, says="")

    def changed(self, *, held_until: datetime | None, now: datetime) -> Iterator[Fetched]:
        yield from (Fetched(source_format=SHOPIFY, rows=[one]) for one in self.orders.values())
        raise CannotRead("busy", "No more for now.")


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda args, **_: found.append(args))
    monkeypatch.setattr(app, "send_task", lambda _, args, **__: found.append(args))
    return found


@pytest.fixture
def sender(shop: Tenant, monkeypatch: pytest.MonkeyPatch) -> Sender:
    monkeypatch.setattr(InPieces, "orders", {}, raising=False)
    made = Connector(
        name="pieces",
        title="In pieces",
        sources=frozenset({"shopify"}),
        settings=(),
        inbox=InPieces,
        reader=InPieces,
        poller=InPieces,
    )
    monkeypatch.setitem(CONNECTORS, "pieces", made)
    return connect_own_system(shop, "pieces")


def told_of_a_refund(sender: Sender) -> str:
    body = as_bytes(REFUND)
    receipt = receive(connection=sender.connection, headers={"id": "m1"}, body=body, now=NOON)
    return receipt.outcome


def test_a_refund_that_overtakes_its_order_has_the_order_read_from_the_shop(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    assert told_of_a_refund(sender) == Taken.REFUSED
    (delivery,) = sender.deliveries()
    assert delivery.reason.startswith("unknown_order: ")
    assert asked == [(shop.pk, delivery.pk, ["51"])]
    fetch = partial(
        fetching.fetch, tenant_id=shop.pk, delivery_id=delivery.pk, order_ids=["51"], now=NOON
    )
    assert fetch() == set()  # the shop has none yet
    assert sender.deliveries()[0].outcome == Taken.REFUSED
    InPieces.orders["51"] = as_bytes(shopify_order(refunds=[REFUND]))
    assert fetch() == {"51"}
    (delivery,) = sender.deliveries()
    assert (delivery.outcome, delivery.reason) == (Taken.TAKEN, fetching.FETCHED)
    assert asked[-1] == (shop.pk, ["51"])
    assert len(records_of(shop)["order", "51"][0]["refunds"]) == 1


def test_a_shop_that_is_paused_is_not_asked(shop: Tenant, sender: Sender, asked: list[Any]) -> None:
    InPieces.orders["51"] = as_bytes(shopify_order())
    told_of_a_refund(sender)
    (delivery,) = sender.deliveries()
    Connection.objects.filter(pk=sender.connection.pk).update(state=State.PAUSED)
    found = fetching.fetch(tenant_id=shop.pk, delivery_id=delivery.pk, order_ids=["51"], now=NOON)
    assert found == set()
    assert polling.due(NOON) == []


def test_a_shop_is_asked_for_what_no_webhook_told(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    """What came before it broke off stays, and asked again it is no news."""
    InPieces.orders["51"] = as_bytes(shopify_order())
    InPieces.orders["52"] = as_bytes(shopify_order(id=52))
    assert polling.due(NOON) == [(shop.pk, sender.connection.pk)]
    pair = {"tenant_id": shop.pk, "connection_id": sender.connection.pk}
    assert [polling.poll(**pair, now=NOON) for _ in range(2)] == [2, 0]
    assert asked == [(shop.pk, ["51"]), (shop.pk, ["52"])]
    assert {key for _, key in records_of(shop)} == {"51", "52"}
    Connection.objects.filter(pk=sender.connection.pk).update(quiet_until=NOON.replace(hour=13))
    assert polling.due(NOON) == []  # it fails, and is left alone
