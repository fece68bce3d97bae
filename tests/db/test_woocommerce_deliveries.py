"""WooCommerce's and EasyPost's webhooks through the door, and what polling makes up for."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from shopops.celery_app import app
from shopops.connections.models import Connection, Taken
from shopops.connections.settings import sealed
from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.deliveries import polling
from shopops.deliveries.tasks import fetch
from shopops.deliveries.waking import FETCH
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.delivering import Sender
from tests.support.easypost_double import EasyPostDouble
from tests.support.import_cases import easypost_tracker, woo_order
from tests.support.pipeline import open_shop
from tests.support.woocommerce_books import written
from tests.support.woocommerce_double import WooDouble, open_woocommerce

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def tenant() -> Tenant:
    return open_shop("kiel")


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[WooDouble]:
    with open_woocommerce(tmp_path) as double:
        yield double


def connect(tenant: Tenant, connector: str, settings: dict[str, str]) -> Sender:
    with tenant_scope(tenant.pk):
        made = Connection.objects.create(
            tenant=tenant, connector=connector, title=connector, settings_sealed=sealed(settings)
        )
    return Sender(made)


def bodies(tenant: Tenant) -> dict[str, Any]:
    rows = SourceRecord.objects.filter(tenant_id=tenant.pk)
    return dict(rows.values_list("external_id", "body"))


def test_orders_of_one_second_come_in_each_and_an_older_state_changes_nothing(
    tenant: Tenant, shop: WooDouble
) -> None:
    """The shop gives both deliveries of that second the same id."""
    sender = connect(tenant, "woocommerce", shop.settings)
    for order_id in (61, 62, 61):
        order = woo_order(id=order_id, number=str(order_id))
        answer = sender.post(*shop.webhook("order.created", order, delivery="same"))
        assert answer.status_code == 200
    older = woo_order(status="pending", date_modified_gmt="2026-03-01T11:00:00")
    assert sender.post(*shop.webhook("order.updated", older)).json()["outcome"] == Taken.OLDER
    assert {key: body["state"] for key, body in bodies(tenant).items()} == {
        "61": "open",
        "62": "open",
    }
    outcomes = [(one.outcome, one.times) for one in sender.deliveries()]
    assert outcomes == [(Taken.TAKEN, 2), (Taken.TAKEN, 1), (Taken.OLDER, 1)]


def test_the_ping_of_a_saved_webhook_gets_the_200_that_it_wants_and_one_row_whatever_it_names(
    tenant: Tenant, shop: WooDouble
) -> None:
    sender = connect(tenant, "woocommerce", shop.settings)
    for number in (b"7", b"8", b"7"):
        path = f"/webhooks/{sender.connection.inbox_token}"
        kind = "application/x-www-form-urlencoded"
        assert Client().post(path, b"webhook_id=" + number, content_type=kind).status_code == 200
    assert [(one.topic, one.times) for one in sender.deliveries()] == [("ping", 3)]


def test_an_order_that_was_put_into_the_bin_is_read_again_and_then_counts_as_cancelled(
    tenant: Tenant, shop: WooDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(app, "send_task", lambda name, args, *_, **__: asked.append((name, args)))
    sender = connect(tenant, "woocommerce", shop.settings)
    shop.books.put(woo_order())
    sender.post(*shop.webhook("order.created", shop.books.order("61")))
    in_the_bin = {"status": "trash", "date_modified_gmt": "2026-03-03T10:00:00"}
    shop.books.orders["61"] |= in_the_bin
    for order_id in (61, 62):  # nothing is known here of the second
        answer = sender.post(*shop.webhook("order.deleted", {"id": order_id}))
        assert answer.json()["outcome"] == Taken.NOTED
    deleted = sender.deliveries()[1]
    [arguments] = [args for name, args in asked if name == FETCH]
    assert arguments == (tenant.pk, deleted.pk, ["61"])
    fetch(*arguments)
    assert {key: body["state"] for key, body in bodies(tenant).items()} == {"61": "cancelled"}


def test_an_order_that_was_deleted_for_good_stays_as_it_was_known(
    tenant: Tenant, shop: WooDouble
) -> None:
    sender = connect(tenant, "woocommerce", shop.settings)
    sender.post(*shop.webhook("order.created", woo_order()))
    sender.post(*shop.webhook("order.deleted", {"id": 61}))
    assert sender.deliveries()[1].to_read == ["61"]
    fetch(tenant.pk, sender.deliveries()[1].pk, ["61"])
    assert bodies(tenant)["61"]["state"] == "open"
    assert sender.deliveries()[1].to_read is None  # the shop said all that it can say


def test_an_order_in_the_bin_of_which_nobody_told_is_asked_for_too(
    tenant: Tenant, shop: WooDouble
) -> None:
    sender = connect(tenant, "woocommerce", shop.settings)
    shop.books.put(woo_order())
    shop.books.put(woo_order(id=62, status="trash", date_modified_gmt="2026-03-02T10:00:00"))
    pair: dict[str, Any] = {"tenant_id": tenant.pk, "connection_id": sender.connection.pk}
    polling.poll(**pair, now=NOW)
    assert bodies(tenant).keys() == {"61"}  # what lay in the bin before is none of ours
    in_the_bin = {"status": "trash", "date_modified_gmt": "2026-03-04T14:00:00"}
    shop.books.orders["61"] |= in_the_bin
    assert polling.poll(**pair, now=NOW + timedelta(hours=3)) == 1
    assert bodies(tenant)["61"]["state"] == "cancelled"


def test_an_unproven_order_is_not_taken_in(tenant: Tenant, shop: WooDouble) -> None:
    sender = connect(tenant, "woocommerce", shop.settings)
    headers, body = shop.webhook("order.created", woo_order())
    assert sender.post(headers, body.replace(b"26.00", b"99.00")).status_code == 401
    assert (bodies(tenant), sender.deliveries()) == ({}, [])


def test_what_never_arrived_is_asked_for_and_asking_again_writes_nothing(
    tenant: Tenant, shop: WooDouble
) -> None:
    shop.books.put(woo_order())
    shop.books.refund("61", {"amount": "4.00"})
    shop.books.orders["61"]["date_modified_gmt"] = "2026-03-03T10:00:00"
    sender = connect(tenant, "woocommerce", shop.settings)
    asked: dict[str, Any] = {
        "tenant_id": tenant.pk,
        "connection_id": sender.connection.pk,
        "now": NOW,
    }
    assert polling.poll(**asked) == 1
    (refund,) = bodies(tenant)["61"]["refunds"]
    assert (refund["amount"]["minor"], refund["status"]) == (400, "succeeded")
    before = SourcePayload.objects.count()
    assert polling.poll(**asked) == 0
    assert SourcePayload.objects.count() == before


def test_a_webhook_before_the_first_round_hides_no_older_order(
    tenant: Tenant, shop: WooDouble
) -> None:
    now = datetime.now(UTC)
    sender = connect(tenant, "woocommerce", shop.settings)
    for order_id, days in ((61, 0), (62, 20), (63, 20)):
        changed = written(now - timedelta(days=days))
        shop.books.put(woo_order(id=order_id, date_modified_gmt=changed))
    sender.post(*shop.webhook("order.updated", shop.books.order("61")))
    asked: dict[str, Any] = {"tenant_id": tenant.pk, "connection_id": sender.connection.pk}
    del shop.books.orders["63"]
    later = now + timedelta(days=2)
    assert polling.poll(**asked, now=later) == 1
    shop.books.put(woo_order(id=63, date_modified_gmt=written(now - timedelta(days=20))))
    assert polling.poll(**asked, now=later) == 0  # from then on what changed since, and a day more
    assert bodies(tenant).keys() == {"61", "62"}


def test_a_late_event_of_easypost_does_not_bring_a_delivered_parcel_back(tenant: Tenant) -> None:
    double = EasyPostDouble()
    sender = connect(tenant, "easypost", double.settings)
    delivered = easypost_tracker(status="delivered", updated_at="2026-03-05T12:00:00Z")
    for number, tracker in enumerate((delivered, easypost_tracker(), delivered)):
        answer = sender.post(*double.event(tracker, event_id=f"evt_{number % 2}"))
        assert answer.status_code == 200
    assert bodies(tenant)["trk_1"]["status"] == "delivered"
    assert [(one.outcome, one.times) for one in sender.deliveries()] == [
        (Taken.TAKEN, 2),
        (Taken.OLDER, 1),
    ]
