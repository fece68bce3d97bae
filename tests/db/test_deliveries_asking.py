"""What a delivery could not tell is asked for; and what no delivery told."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from shopops.administration.connections.commands import Asked, change
from shopops.celery_app import app
from shopops.connections.models import Connection, Delivery, State, Taken
from shopops.connectors import ports
from shopops.connectors.ports import CannotRead, Delivered, Fetched
from shopops.connectors.registry import ORDER_FORMATS
from shopops.connectors.shop import Connector, Setting
from shopops.connectors.shops import CONNECTORS
from shopops.deliveries import fetching, polling
from shopops.deliveries.receiving import receive
from shopops.deliveries.tasks import poll_one
from shopops.orchestrator.tasks import resolve_tenant
from shopops.tenants.models import Role, Tenant
from tests.support.delivering import Sender, connect_own_system, records_of
from tests.support.import_cases import as_bytes, shopify_order, shopify_refund, shopify_transaction
from tests.support.pipeline import NOON, hire, open_shop

pytestmark = pytest.mark.django_db
SHOPIFY = ORDER_FORMATS["shopify"]
REFUND = shopify_refund(shopify_transaction(kind="refund"))


class InPieces:
    """A shop that tells its orders in pieces; it has what `orders` holds."""

    orders: dict[str, bytes]
    asked_for: list[str]
    fails: bool
    whole: bool
    asked_since: list[datetime | None]
    meanwhile: Callable[[], object]

    def __init__(self, settings: Mapping[str, str]) -> None:
        pass

    def open(self, *, headers: dict[str, str], body: bytes, now: datetime) -> Delivered:
        return Delivered(delivery_id=headers["id"], topic="x", rows=[(SHOPIFY, body)])

    def order(self, order_id: str) -> Fetched:
        self.asked_for.append(order_id)
        if self.fails:
            raise CannotRead("busy", "Not now.")
        if order_id not in self.orders:
            raise CannotRead("unknown_order", "There is none.")
        return Fetched(source_format=SHOPIFY, rows=[self.orders[order_id]])

    def test(self) -> ports.Tested:
        return ports.Tested(works=True, says="")

    def changed(self, *, held_until: datetime | None, now: datetime) -> Iterator[Fetched]:
        self.asked_since.append(held_until)
        for one in list(self.orders.values()):
            self.meanwhile()
            yield Fetched(source_format=SHOPIFY, rows=[one])
        if not self.whole:
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
    lists: dict[str, Any] = {"orders": {}, "asked_since": [], "asked_for": []}
    for name, value in {**lists, "whole": False, "fails": False}.items():
        monkeypatch.setattr(InPieces, name, value, raising=False)
    monkeypatch.setattr(InPieces, "meanwhile", staticmethod(lambda: None), raising=False)
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


def told_of_a_refund(sender: Sender, order_id: int = 51) -> str:
    body, headers = as_bytes({**REFUND, "order_id": order_id}), {"id": f"m{order_id}"}
    return receive(connection=sender.connection, headers=headers, body=body, now=NOON).outcome


def asked_again(sender: Sender, at: datetime = NOON) -> set[str]:
    one = sender.connection
    return fetching.fetch_left(tenant_id=one.tenant_id, connection_id=one.pk, now=at)


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


def test_what_was_lost_or_could_not_be_read_is_asked_for_with_each_beat_until_it_was(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    """Nobody runs the task that was queued for it."""
    told_of_a_refund(sender)
    InPieces.orders["51"] = as_bytes(shopify_order(refunds=[REFUND]))
    InPieces.fails = True
    assert asked_again(sender) == set()
    assert [one.to_read for one in sender.deliveries()] == [["51"]]
    InPieces.fails = False
    assert asked_again(sender) == {"51"}
    (delivery,) = sender.deliveries()
    assert (delivery.outcome, delivery.to_read) == (Taken.TAKEN, None)
    assert asked_again(sender) == set()
    assert InPieces.asked_for == ["51", "51"]


def test_the_beat_s_round_of_a_shop_asks_for_what_is_left_too(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    told_of_a_refund(sender)
    Delivery.objects.update(received_at=timezone.now())
    poll_one(shop.pk, sender.connection.pk)
    assert InPieces.asked_for == ["51"]


def test_an_order_that_the_shop_spoke_of_and_does_not_show_is_asked_for_a_day(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    told_of_a_refund(sender)
    for hours in (1, 23, 24, 25):
        asked_again(sender, NOON + timedelta(hours=hours))
    assert InPieces.asked_for == ["51"] * 3
    (delivery,) = sender.deliveries()
    assert (delivery.outcome, delivery.to_read) == (Taken.REFUSED, None)


def test_a_shop_that_fails_is_left_alone_until_the_next_beat(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    for order_id in range(51, 57):
        told_of_a_refund(sender, order_id)
    InPieces.fails = True
    asked_again(sender)
    assert len(InPieces.asked_for) == fetching.MOST_FAILURES
    asked_again(sender, NOON + fetching.ASKED_FOR)
    assert len(InPieces.asked_for) == fetching.MOST_FAILURES


def test_what_cannot_be_asked_by_these_settings_is_asked_for_later(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    told_of_a_refund(sender)
    (delivery,) = sender.deliveries()
    connections = Connection.objects.filter(pk=sender.connection.pk)
    sealed_now = bytes(connections.get().settings_sealed)
    InPieces.orders["51"] = as_bytes(shopify_order())
    connections.update(settings_sealed=b"of another key")
    found = fetching.fetch(tenant_id=shop.pk, delivery_id=delivery.pk, order_ids=["51"], now=NOON)
    assert (found, InPieces.asked_for) == (set(), [])
    connections.update(settings_sealed=sealed_now)
    assert asked_again(sender) == {"51"}


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


def test_a_round_goes_on_from_the_last_whole_one_and_not_from_what_came_since(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    InPieces.orders["51"] = as_bytes(shopify_order())
    pair = {"tenant_id": shop.pk, "connection_id": sender.connection.pk}
    polling.poll(**pair, now=NOON)  # breaks off
    InPieces.whole = True
    for minutes in (15, 30):
        polling.poll(**pair, now=NOON + timedelta(minutes=minutes))
    InPieces.whole = False
    for minutes in (45, 60):
        polling.poll(**pair, now=NOON + timedelta(minutes=minutes))
    whole = [NOON + timedelta(minutes=minutes) for minutes in (15, 30)]
    assert InPieces.asked_since == [None, None, whole[0], whole[1], whole[1]]


def test_one_round_at_a_time_asks_a_shop_until_it_has_died(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    InPieces.orders["51"] = as_bytes(shopify_order())
    pair = {"tenant_id": shop.pk, "connection_id": sender.connection.pk}
    others: list[int] = []
    InPieces.meanwhile = staticmethod(lambda: others.append(polling.poll(**pair, now=NOON)))
    assert polling.poll(**pair, now=NOON) == 1
    assert (others, len(InPieces.asked_since)) == ([0], 1)
    connections = Connection.objects.filter(pk=sender.connection.pk)
    assert connections.get().asking_until is None
    InPieces.meanwhile = staticmethod(lambda: None)
    connections.update(asking_until=NOON + polling.LONGEST_PAGE)
    polling.poll(**pair, now=NOON)
    assert len(InPieces.asked_since) == 1
    polling.poll(**pair, now=NOON + polling.LONGEST_PAGE)
    assert len(InPieces.asked_since) == 2


def test_a_round_stops_where_the_shop_is_paused_and_is_made_up_for(
    shop: Tenant, sender: Sender, asked: list[Any]
) -> None:
    InPieces.whole = True
    InPieces.orders["51"] = as_bytes(shopify_order())
    pair = {"tenant_id": shop.pk, "connection_id": sender.connection.pk}
    connections = Connection.objects.filter(pk=sender.connection.pk)
    InPieces.meanwhile = staticmethod(lambda: connections.update(state=State.PAUSED))
    assert polling.poll(**pair, now=NOON) == 0
    assert records_of(shop) == {}
    paused = connections.get()
    assert (paused.asked_until, paused.asking_until) == (None, None)
    connections.update(state=State.ACTIVE)
    InPieces.meanwhile = staticmethod(lambda: None)
    assert polling.poll(**pair, now=NOON) == 1
    assert connections.get().asked_until == NOON


def test_a_round_stops_where_the_shop_s_address_changes_and_the_new_one_is_asked_from_the_start(
    shop: Tenant, sender: Sender, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the new shop would count as asked for all that changed there before."""
    place = Setting("address", "Address", "Where it is", place=True)
    pieces = replace(CONNECTORS["pieces"], settings=(place,))
    monkeypatch.setitem(CONNECTORS, "pieces", pieces)
    author, one = hire(shop, "Ada", Role.ADMIN), sender.connection
    at = Asked(author=author, connection_id=one.pk, seen=0, reason="It moved", now=NOON)
    elsewhere = {"address": "https://other.example"}
    InPieces.whole = True
    InPieces.orders["51"] = as_bytes(shopify_order())
    told_of_a_refund(sender, 52)
    moves = partial(change, asked=at, title="Moved", settings=elsewhere)
    InPieces.meanwhile = staticmethod(moves)
    assert polling.poll(tenant_id=shop.pk, connection_id=one.pk, now=NOON) == 0
    one.refresh_from_db()
    assert (one.asked_until, one.asking_until) == (None, None)
    assert records_of(shop) == {}
    assert [delivery.to_read for delivery in sender.deliveries()] == [None]
