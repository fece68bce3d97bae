"""What a connected shop says about privacy waits as a request, and of what was erased nothing comes
in again by any door."""

import json
from base64 import b64encode
from datetime import timedelta
from hmac import digest
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import now
from msgspec import convert
from msgspec.structs import replace

from shopops.administration.tokens import create_token
from shopops.agents.records import Customer, Order
from shopops.celery_app import app
from shopops.connections.models import Connection, Delivery
from shopops.connections.settings import sealed
from shopops.connectors.held import Incoming
from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.connectors.store import upsert
from shopops.orchestrator.tasks import resolve_tenant
from shopops.privacy.erasing import erase
from shopops.privacy.finding import orders_meant
from shopops.privacy.models import PrivacyRequest, RequestKind
from shopops.privacy.requests import answer
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope
from tests.support.delivering import Sender, connect_own_system
from tests.support.import_cases import shopops_order, shopops_tracker

pytestmark = pytest.mark.django_db
ORDER, TRACKER, NUMBER = "order.updated", "tracker.updated", "N-1"
LAMPS, KEY = "lamps.myshopify.com", "of the app"
DAY = timedelta(days=1)
REDACT: dict[str, Any] = {
    "shop_domain": LAMPS,
    "customer": {"id": 7, "email": "ann@home.example", "phone": "555"},
    "orders_to_redact": [51, 52],
}


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no broker here."""
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda *_, **__: None)
    monkeypatch.setattr(app, "send_task", lambda *_, **__: None)


@pytest.fixture
def sender(shop: Tenant) -> Sender:
    return connect_own_system(shop)


def erased(shop: Tenant, *orders: str) -> None:
    erase(tenant_id=shop.pk, order_ids=orders, author=None, reason="asked", now=now())


def held(shop: Tenant) -> set[str]:
    return set(SourceRecord.objects.filter(tenant=shop).values_list("external_id", flat=True))


def test_an_erased_order_is_refused_by_webhook_and_its_bytes_are_not_kept(
    shop: Tenant, sender: Sender
) -> None:
    sender.send(ORDER, shopops_order())
    sender.send(ORDER, shopops_order())  # told again, and so unchanged: it left no payload
    erased(shop, NUMBER)
    assert [one.body for one in sender.deliveries()] == [None, None]
    answer_ = sender.send(ORDER, shopops_order(updated_at="2030-01-01T00:00:00Z")).json()
    assert answer_["outcome"] == "refused"
    assert answer_["reason"].startswith("erased:")
    assert sender.deliveries()[-1].body is None
    assert held(shop) == set()
    assert not SourcePayload.objects.filter(tenant=shop).exists()


def test_a_parcel_of_an_erased_order_is_refused_too(shop: Tenant, sender: Sender) -> None:
    sender.send(ORDER, shopops_order())
    erased(shop, NUMBER)
    told = sender.send(TRACKER, {**shopops_tracker(), "id": "new", "order_id": NUMBER}).json()
    assert told["reason"].startswith("erased:")
    assert held(shop) == set()


def test_what_names_another_order_keeps_its_bytes(shop: Tenant, sender: Sender) -> None:
    sender.send(ORDER, shopops_order())
    other = shopops_order(id="N-12")
    sender.send(ORDER, other)
    sender.send(ORDER, other)
    erased(shop, NUMBER)
    assert [one.body is None for one in sender.deliveries()] == [True, False, False]
    assert held(shop) == {"N-12"}


def test_the_api_refuses_the_row_by_its_code_and_takes_the_others(
    shop: Tenant, sender: Sender, admin: Membership
) -> None:
    sender.send(ORDER, shopops_order())
    erased(shop, NUMBER)
    made = create_token(
        tenant_id=shop.pk, name="x", scopes=[Scope.ORDERS_WRITE], author=admin, now=now()
    )
    orders = [shopops_order(), shopops_order(id="N-2")]
    told = Client().post(
        "/api/v1/orders",
        json.dumps({"orders": orders}),
        content_type="application/json",
        headers={"Authorization": f"Bearer {made.secret}"},
    )
    results = told.json()["results"]
    assert "erased" in json.dumps(results[0])
    assert "erased" not in json.dumps(results[1])
    assert held(shop) == {"N-2"}


@pytest.fixture
def lamps(shop: Tenant) -> Connection:
    settings = {"shop": LAMPS, "client_id": "1", "client_secret": KEY}
    with tenant_scope(shop.pk):
        return Connection.objects.create(
            tenant=shop, connector="shopify", title="Lamps", settings_sealed=sealed(settings)
        )


def post(lamps: Connection, topic: str, payload: Any, name: str = "w-1") -> Any:
    body = json.dumps(payload).encode()
    headers = {
        "x-shopify-topic": topic,
        "x-shopify-hmac-sha256": b64encode(digest(KEY.encode(), body, "sha256")).decode(),
        "x-shopify-shop-domain": LAMPS,
        "x-shopify-webhook-id": name,
    }
    path = f"/webhooks/{lamps.inbox_token}"
    return Client(headers=headers).post(path, body, content_type="application/json").json()


def body_of(asked: PrivacyRequest) -> bytes | memoryview | None:
    """Of the delivery that brought it."""
    assert asked.delivery is not None
    return Delivery.objects.get(pk=asked.delivery).body


def requests_of(lamps: Connection) -> list[PrivacyRequest]:
    return list(PrivacyRequest.objects.of(lamps.tenant_id).order_by("pk"))


@pytest.mark.parametrize(
    ("topic", "payload", "kind", "orders"),
    [
        ("customers/redact", REDACT, RequestKind.ERASE_CUSTOMER, ["51", "52"]),
        (
            "customers/data_request",
            {"customer": {"id": 7}, "orders_requested": [51]},
            RequestKind.ACCESS,
            ["51"],
        ),
        ("shop/redact", {"shop_domain": LAMPS}, RequestKind.ERASE_SHOP, []),
    ],
)
def test_each_topic_becomes_a_request_that_is_due_in_thirty_days(
    lamps: Connection, topic: str, payload: Any, kind: RequestKind, orders: list[str]
) -> None:
    assert post(lamps, topic, payload)["outcome"] == "noted"
    assert post(lamps, topic, payload)["again"]
    [asked] = requests_of(lamps)
    assert (asked.kind, asked.orders, asked.connection) == (kind, orders, lamps)
    assert asked.due_at - asked.received_at == 30 * DAY
    assert "ann@home" not in str(vars(asked))


def test_the_bytes_that_name_the_customer_go_when_the_request_is_settled(
    lamps: Connection, admin: Membership
) -> None:
    post(lamps, "customers/redact", REDACT)
    [asked] = requests_of(lamps)
    assert body_of(asked) is not None
    answer(request_id=asked.pk, given=True, author=admin, reason="nothing is here", now=now())
    asked.refresh_from_db()
    assert asked.outcome == "without"  # nothing was erased, so it was not done
    assert body_of(asked) is None


def test_orders_that_are_not_here_yet_are_not_taken_in_later(
    lamps: Connection, admin: Membership
) -> None:
    post(lamps, "customers/redact", REDACT)
    [asked] = requests_of(lamps)
    erase(
        tenant_id=lamps.tenant_id,
        order_ids=orders_meant(asked, most=9),
        author=admin,
        reason="asked",
        now=now(),
        request_id=asked.pk,
    )
    refund = {
        "id": 1,
        "order_id": 51,
        "refund_line_items": [],
        "created_at": "2026-03-01T12:00:00Z",
    }
    told = post(lamps, "refunds/create", refund, "w-2")
    assert (told["outcome"], told["reason"][:7]) == ("refused", "erased:")
    assert Delivery.objects.of(lamps.tenant_id).get(delivery_id="w-2").body is None


def test_a_customer_without_orders_named_is_found_by_their_id(lamps: Connection) -> None:
    post(lamps, "customers/redact", {**REDACT, "orders_to_redact": []})
    [asked] = requests_of(lamps)
    with tenant_scope(lamps.tenant_id):
        for number, customer in (("51", "7"), ("52", "8")):
            row = convert(shopops_order(id=number, source="shopify"), Order)
            row = replace(row, customer=replace(row.customer or Customer(), id=customer))
            item = Incoming(record=row, raw=number.encode(), source="shopify")
            upsert(lamps.tenant_id, [item], now())
        assert orders_meant(asked, most=9) == ["51"]


def test_a_shop_that_left_means_all_of_its_orders_and_no_others(
    lamps: Connection, sender: Sender
) -> None:
    sender.send(ORDER, shopops_order())
    post(lamps, "shop/redact", {"shop_domain": LAMPS})
    [asked] = requests_of(lamps)
    with tenant_scope(lamps.tenant_id):
        row = convert(shopops_order(id="51", source="shopify"), Order)
        upsert(lamps.tenant_id, [Incoming(record=row, raw=b"1", source="shopify")], now())
        assert orders_meant(asked, most=9) == ["51"]
