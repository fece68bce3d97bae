"""Webhooks of shops and carriers come in any order, any number of times, and forged in between; the
records are the same: newest wins by the source's own time."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shopops.celery_app import app
from shopops.connections.models import Connection, Delivery
from shopops.connections.settings import sealed
from shopops.connectors.ports import NotProven
from shopops.connectors.registry import ORDER_FORMATS
from shopops.deliveries.receiving import receive
from shopops.deliveries.taking import take
from shopops.orchestrator.tasks import resolve_tenant
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.delivering import Sender, records_of
from tests.support.easypost_double import EasyPostDouble
from tests.support.import_cases import (
    as_bytes,
    easypost_tracker,
    shopify_fulfilment,
    shopify_order,
    shopify_refund,
    shopify_transaction,
    woo_order,
)
from tests.support.pipeline import NOON, open_shop
from tests.support.shopify_books import Books
from tests.support.shopify_double import ShopifyDouble
from tests.support.woocommerce_books import WooBooks
from tests.support.woocommerce_double import WooDouble

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
SHOPS = count()
NOWHERE = Path("nothing-is-written")
Signed = tuple[dict[str, str], bytes]
Signs = Callable[[int, str], Signed]
Order = list[tuple[int, int]]  # which was told, and under which of its names

ANY_TIME = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def orders(told: list[Any]) -> st.SearchStrategy[Order]:
    """All of them in any order, and some again: under the same name, or another like news."""
    again = st.lists(st.tuples(st.integers(0, len(told) - 1), st.integers(0, 1)), max_size=6)
    each = [(place, 0) for place in range(len(told))]
    return again.flatmap(lambda more: st.permutations([*each, *more]))


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda *_, **__: None)
    monkeypatch.setattr(app, "send_task", lambda *_, **__: None)


def told_in(order: Order, connector: str, sealed_in: dict[str, str], signs: Signs) -> Tenant:
    """A shop that was told so. Before each comes a forged one under the same name; each counts
    once, however often it came."""
    shop = open_shop(f"shop-{next(SHOPS)}")
    with tenant_scope(shop.pk):
        connection = Connection.objects.create(
            tenant=shop, connector=connector, title="Shop", settings_sealed=sealed(sealed_in)
        )
    names = Counter[str]()
    for place, again in order:
        headers, body = signs(place, name := f"m{place}-{again}")
        names[name] += 1
        at: dict[str, Any] = {
            "connection": connection,
            "headers": headers,
            "now": datetime.now(UTC),
        }
        with pytest.raises(NotProven):
            receive(**at, body=body.replace(b'"id"', b'"ID"', 1))
        receive(**at, body=body)
    came = [row.times for row in Sender(connection).deliveries()]
    assert sorted(came) == sorted(names.values())
    return shop


def zoned(day: int) -> str:
    return f"2026-03-{day:02}T10:00:00+01:00"


SHOPIFY = ShopifyDouble(Books(NOWHERE), address="lamps.myshopify.com")
PAID = shopify_transaction()
BACK = shopify_transaction(id=901, kind="refund", amount="5.00", parent_id=900)
REFUND = shopify_refund(BACK, created_at=zoned(4))
SENT = shopify_fulfilment(updated_at=zoned(3), tracking_number="A")
SENT_AGAIN = shopify_fulfilment(updated_at=zoned(5), tracking_number="B")
WHOLE = shopify_order(updated_at=zoned(4), refunds=[REFUND], fulfillments=[SENT])
PIECES: list[tuple[str, dict[str, Any]]] = [
    ("orders/create", shopify_order(updated_at=zoned(2))),
    ("order_transactions/create", PAID),
    ("fulfillments/create", SENT),
    ("orders/updated", WHOLE),
    ("refunds/create", REFUND),
    ("fulfillments/update", SENT_AGAIN),
]


def told_by_shopify(order: Order) -> Any:
    """A piece that came before its order is refused; then the order is asked for."""

    def signs(place: int, name: str) -> Signed:
        return SHOPIFY.webhook(*PIECES[place], name=name)

    shop = told_in(order, "shopify", SHOPIFY.settings, signs)
    with tenant_scope(shop.pk):
        if Delivery.objects.of(shop.pk).filter(to_read__isnull=False).exists():
            pieces = [{"order": WHOLE}, {"transaction": PAID}, {"fulfillment": SENT_AGAIN}]
            take(shop.pk, [(ORDER_FORMATS["shopify"], as_bytes(one)) for one in pieces], NOON)
    return records_of(shop)["order", "51"][0]


@cache
def whole() -> Any:
    found = told_by_shopify([(place, 0) for place in range(len(PIECES))])
    codes = [shipment["tracking_code"] for shipment in found["shipments"]]
    assert ([refund["amount"]["minor"] for refund in found["refunds"]], codes) == ([500], ["B"])
    return found


@given(order=orders(PIECES))
@ANY_TIME
def test_shopify_s_pieces_in_any_order_make_the_same_whole(order: Order) -> None:
    assert told_by_shopify(order) == whole()


WOO = WooDouble(WooBooks(NOWHERE, address="https://shop.example"))
WOO_TOLD: list[tuple[str, dict[str, Any]]] = [
    ("order.created", woo_order(date_modified_gmt="2026-03-02T10:00:00")),
    ("order.updated", woo_order(date_modified_gmt="2026-03-03T10:00:00", number="61-B")),
    ("order.updated", woo_order(date_modified_gmt="2026-03-04T10:00:00", status="cancelled")),
    ("order.created", woo_order(id=62, date_modified_gmt="2026-03-02T10:00:00")),
    ("order.updated", woo_order(id=62, date_modified_gmt="2026-03-05T10:00:00", total="27.00")),
]


def told_by_woocommerce(order: Order) -> dict[tuple[str, str], Any]:
    def signs(place: int, name: str) -> Signed:
        return WOO.webhook(*WOO_TOLD[place], delivery=name)

    return records_of(told_in(order, "woocommerce", WOO.settings, signs))


@cache
def of_woocommerce() -> dict[tuple[str, str], Any]:
    found = told_by_woocommerce([(place, 0) for place in range(len(WOO_TOLD))])
    first, second = (found["order", number][0] for number in ("61", "62"))
    assert (first["state"], second["total"]["minor"]) == ("cancelled", 2700)
    return found


@given(order=orders(WOO_TOLD))
@ANY_TIME
def test_woocommerce_s_orders_end_in_their_newest_state_also_when_an_update_comes_before_its_order(
    order: Order,
) -> None:
    assert told_by_woocommerce(order) == of_woocommerce()


EASYPOST = EasyPostDouble()
UNDATED: dict[str, Any] = {"updated_at": None, "tracking_details": []}
PARCELS: list[tuple[str, dict[str, Any]]] = [
    ("tracker.created", easypost_tracker(status="pre_transit", tracking_details=[])),
    ("tracker.updated", easypost_tracker(updated_at="2026-03-04T12:00:00Z")),
    ("tracker.updated", easypost_tracker(updated_at="2026-03-06T12:00:00Z", status="delivered")),
    ("tracker.updated", easypost_tracker(**UNDATED, status="out_for_delivery")),
    ("tracker.created", easypost_tracker(id="trk_2")),
    (
        "tracker.updated",
        easypost_tracker(id="trk_2", updated_at="2026-03-05T12:00:00Z", status="failure"),
    ),
]


def told_by_easypost(order: Order) -> dict[tuple[str, str], Any]:
    def signs(place: int, name: str) -> Signed:
        topic, tracker = PARCELS[place]
        return EASYPOST.event(tracker, topic=topic, event_id=name)

    return records_of(told_in(order, "easypost", EASYPOST.settings, signs))


@cache
def of_easypost() -> dict[tuple[str, str], Any]:
    found = told_by_easypost([(place, 0) for place in range(len(PARCELS))])
    states = [found["tracker", name][0]["status"] for name in ("trk_1", "trk_2")]
    assert states == ["delivered", "failure"]
    return found


@given(order=orders(PARCELS))
@ANY_TIME
def test_a_parcel_that_easypost_once_told_as_delivered_stays_so(order: Order) -> None:
    assert told_by_easypost(order) == of_easypost()
