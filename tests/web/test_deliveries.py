"""What a connected shop sends: proven, kept once, taken in, and never in another shop."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils.timezone import now
from msgspec import convert

from shopops.agents.records import Order
from shopops.celery_app import app
from shopops.connections.models import Delivery, State, Taken
from shopops.connectors.held import Incoming
from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.connectors.ports import Delivered, Happening
from shopops.connectors.store import upsert
from shopops.deliveries import purging
from shopops.deliveries.happenings import note
from shopops.deliveries.unproven import MOST_COUNTED
from shopops.ledger import EventKind
from shopops.orchestrator.tasks import resolve_tenant
from shopops.proposals.models import Proposal
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, unseal
from tests.support.delivering import Sender, connect_own_system, records_of
from tests.support.import_cases import shopops_order, shopops_tracker
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import open_shop
from tests.support.shop_double import SECRET_OUT

pytestmark = pytest.mark.django_db
ORDER, TRACKER = "order.updated", "tracker.updated"


@pytest.fixture
def sender(shop: Tenant) -> Sender:
    return connect_own_system(shop)


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would be put on the queue: there is no broker here."""
    asked: list[Any] = []
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda args, **_: asked.append(args))
    monkeypatch.setattr(app, "send_task", lambda name, args, **_: asked.append(args))
    return asked


def unsealed(row: Delivery) -> bytes:
    return unseal(bytes(row.body or b""), purpose=Purpose.DELIVERY)


def test_an_order_is_taken_in_kept_as_it_came_and_judged_at_once(
    shop: Tenant, sender: Sender, woken: list[Any]
) -> None:
    headers, body = sender.signed(ORDER, shopops_order(), "m1")
    answer = sender.post(headers, body)
    assert (answer.status_code, answer.json()) == (200, {"outcome": "taken", "again": False})
    (row,) = sender.deliveries()
    assert (row.delivery_id, row.topic, row.outcome) == ("m1", ORDER, Taken.TAKEN)
    assert body not in bytes(row.body or b"")
    assert unsealed(row) == body
    assert json.loads(bytes(SourcePayload.objects.get().raw)) == shopops_order()
    assert woken == [(shop.pk, ["N-1"])]
    resolve_tenant(*woken[0])
    with tenant_scope(shop.pk):
        assert Proposal.objects.get(tenant_id=shop.pk).order_id == "N-1"


def test_the_same_again_is_answered_and_nothing_is_done(sender: Sender, woken: list[Any]) -> None:
    headers, body = sender.signed(ORDER, shopops_order())
    answers = [sender.post(headers, body) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert [answer.json()["again"] for answer in answers] == [False, True, True]
    (row,) = sender.deliveries()
    assert (row.times, len(woken), SourcePayload.objects.count()) == (3, 1, 1)


def test_another_content_under_the_same_name_is_not_lost(shop: Tenant, sender: Sender) -> None:
    later = shopops_order(updated_at="2026-03-02T10:00:01Z", state="cancelled")
    for record in (shopops_order(), later, later):
        assert sender.send(ORDER, record, "m1").status_code == 200
    assert [row.times for row in sender.deliveries()] == [1, 2]
    assert records_of(shop)["order", "N-1"][0]["state"] == "cancelled"


@pytest.mark.parametrize(
    ("record", "outcome"),
    [
        (shopops_order(state="cancelled", updated_at="2026-03-01T11:00:00Z"), Taken.OLDER),
        (shopops_order(), Taken.UNCHANGED),
    ],
)
def test_what_is_no_news_changes_nothing_and_wakes_nobody(
    shop: Tenant, sender: Sender, woken: list[Any], record: Any, outcome: Taken
) -> None:
    sender.send(ORDER, shopops_order())
    before = records_of(shop)
    assert sender.send(ORDER, record).json()["outcome"] == outcome
    assert (records_of(shop), len(woken)) == (before, 1)


def test_a_parcel_that_is_delivered_does_not_travel_again(shop: Tenant, sender: Sender) -> None:
    delivered = shopops_tracker(status="delivered", updated_at="2026-03-04T12:00:00Z")
    travels = shopops_tracker(status="in_transit", updated_at=None, scans=[])
    for record in (delivered, shopops_tracker(), travels):
        sender.send(TRACKER, record)
    assert records_of(shop)["tracker", "t1"][0]["status"] == "delivered"
    assert [row.outcome for row in sender.deliveries()] == ["taken", "older", "older"]


def test_a_parcel_wakes_the_orders_that_have_it_and_those_it_names(
    shop: Tenant, sender: Sender, woken: list[Any]
) -> None:
    sender.send(TRACKER, shopops_tracker())
    assert woken == []  # its order is not here yet
    sender.send(ORDER, shopops_order())
    sender.send(ORDER, shopops_order(id="N-2", shipments=[]))
    newer = shopops_tracker(updated_at="2026-03-03T12:00:00Z", order_id="N-2")
    sender.send(TRACKER, newer)
    assert woken[-1] == (shop.pk, ["N-1", "N-2"])


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"type": "order.updated", "data": {"id": "N-1"}}', "missing: $.placed_at is missing"),
        (b'{"type": "order.updated", "data": {"id": 1, "id": 2}}', "duplicate_key: $.data.id"),
        (b'{"type": "order.deleted", "data": {}}', "unknown_word: $.type"),
        (b'{"type": "order.updated"}', "invalid: $"),
        (b'"\\u0000"', "nul_character: $"),
        (b"[" * 100_000, "too_deep: $"),
        (b"what", "not_json: $"),
    ],
)
def test_what_cannot_be_read_is_kept_with_the_reason(
    sender: Sender, body: bytes, reason: str
) -> None:
    headers, _ = sender.sealed(body, "m1")
    answer = sender.post(headers, body)
    assert (answer.status_code, answer.json()["outcome"]) == (200, "refused")
    (row,) = sender.deliveries()
    assert row.reason.startswith(reason)
    assert unsealed(row) == body
    assert not SourceRecord.objects.exists()


def test_what_was_refused_is_tried_again_when_it_is_sent_again(
    shop: Tenant, sender: Sender
) -> None:
    """As after a mend on our side."""
    headers, body = sender.signed(ORDER, shopops_order(), "m1")
    sender.post(headers, body)
    with tenant_scope(shop.pk):
        Delivery.objects.update(outcome=Taken.REFUSED, reason="not_json: $ was not understood")
    assert sender.post(headers, body).json() == {"outcome": "unchanged", "again": False}


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("2026-03-02T12:00:00+23:00", "2026-03-01T13:00:00+00:00"),
        ("9999-12-31T23:59:59-14:00", "None"),
        ("0001-01-01T00:00:00+14:00", "None"),
    ],
)
def test_a_time_that_cannot_be_is_none(sender: Sender, said: str, kept: str) -> None:
    body = json.dumps({"type": ORDER, "timestamp": said, "data": shopops_order()}).encode()
    assert sender.post(*sender.sealed(body)).json()["outcome"] == "taken"
    (row,) = sender.deliveries()
    assert (row.occurred_at.isoformat() if row.occurred_at else "None") == kept


def test_nothing_of_an_unproven_one_is_kept(sender: Sender) -> None:
    headers, body = sender.signed(ORDER, shopops_order())
    forged = sender.signed(ORDER, shopops_order(), secret=SECRET_OUT)
    for tried in ((headers, body + b" "), ({}, body), forged):
        answer = sender.post(*tried)
        assert (answer.status_code, "signature" in answer.content.decode()) == (401, True)
    assert sender.deliveries() == []
    assert not SourceRecord.objects.exists()


def test_what_was_not_proven_is_counted_and_people_read_what_to_do(
    admin: Membership, sender: Sender
) -> None:
    path = f"/t/{admin.tenant.slug}/settings/connections/{sender.connection.pk}/"
    pages = (f"{path}deliveries/", path)
    assert not any("refused" in text_of(signed_in(admin).get(page)) for page in pages)
    forged = sender.signed(ORDER, shopops_order(), secret=SECRET_OUT)
    sender.post(*forged)
    sender.post(*forged)
    listed, shown = (text_of(signed_in(admin).get(page)) for page in pages)
    assert "2 messages were refused: the signature was missing, wrong or too old, last at" in listed
    assert "Put the same into both" in listed
    assert "2 messages without a right signature, last" in shown
    assert sender.deliveries() == []
    sender.connection.refresh_from_db()
    assert sender.connection.unproven_at is not None
    with tenant_scope(admin.tenant_id):
        type(sender.connection).objects.update(unproven=MOST_COUNTED)
    sender.post(*forged)
    sender.connection.refresh_from_db()
    assert sender.connection.unproven == MOST_COUNTED


def test_an_address_that_nobody_has_any_more_answers_like_one_that_never_was(
    shop: Tenant, sender: Sender
) -> None:
    sent = sender.signed(ORDER, shopops_order())
    never = sender.post(*sent, token="x" * 32)
    with tenant_scope(shop.pk):
        type(sender.connection).objects.update(state=State.REMOVED, settings_sealed=b"")
    gone = sender.post(*sent)
    assert (never.status_code, gone.status_code) == (404, 404)
    assert never.content == gone.content
    assert Client().get(f"/webhooks/{sender.connection.inbox_token}").status_code == 405


@pytest.mark.parametrize("state", [State.PAUSED, State.UNINSTALLED])
def test_a_shop_that_is_paused_is_listened_to(shop: Tenant, state: State) -> None:
    sender = connect_own_system(shop, state=state)
    assert sender.send(ORDER, shopops_order()).json()["outcome"] == "taken"


def test_one_shop_never_writes_into_another(shop: Tenant, sender: Sender) -> None:
    """The same ids and the same delivery, proven with the same secret, are each shop's own."""
    other = open_shop("store_tidewater")
    its = connect_own_system(other)
    headers, body = sender.signed(ORDER, shopops_order(), "m1")
    cancelled = shopops_order(state="cancelled", updated_at="2026-03-09T10:00:00Z")
    sender.post(headers, body)
    assert its.send(ORDER, cancelled, "m1").json() == {"outcome": "taken", "again": False}
    assert [len(one.deliveries()) for one in (sender, its)] == [1, 1]
    states = [records_of(one)["order", "N-1"][0]["state"] for one in (shop, other)]
    assert states == ["open", "cancelled"]


def test_an_id_of_another_source_is_not_taken_over(shop: Tenant, sender: Sender) -> None:
    order = convert(shopops_order(source="elsewhere"), Order)
    with tenant_scope(shop.pk):
        upsert(shop.pk, [Incoming(record=order, raw=b"{}", source="elsewhere")], now())
    before = records_of(shop)
    for more in ({}, {"source": "elsewhere"}):
        record = shopops_order(updated_at="2026-03-09T10:00:00Z", **more)
        assert sender.send(ORDER, record).json()["reason"].startswith("other_source")
    assert records_of(shop) == before


def uninstalled(sender: Sender, **more: Any) -> Delivered:
    return Delivered(delivery_id="u1", topic="app", happening=Happening.UNINSTALLED, **more)


def test_a_shop_that_uninstalls_us_is_sent_nothing_any_more(shop: Tenant, sender: Sender) -> None:
    with tenant_scope(shop.pk):
        result = note(sender.connection, uninstalled(sender, occurred_at=now()), now())
        again = note(sender.connection, uninstalled(sender), now())
    sender.connection.refresh_from_db()
    assert sender.connection.state == State.UNINSTALLED
    assert (result.outcome, again.reason) == (Taken.NOTED, "It was known already.")
    with tenant_scope(shop.pk):
        told = bodies_of_kind(shop.pk, EventKind.SETTINGS)[-1]
    assert (told["change"], told["connector"]) == ("uninstalled", "generic")


def test_an_old_uninstalling_does_not_undo_a_new_connection(shop: Tenant, sender: Sender) -> None:
    before = sender.connection.created_at - timedelta(hours=1)
    with tenant_scope(shop.pk):
        note(sender.connection, uninstalled(sender, occurred_at=before), now())
    sender.connection.refresh_from_db()
    assert sender.connection.state == State.ACTIVE


@pytest.mark.parametrize(
    "happening",
    [Happening.CUSTOMER_DATA_ASKED, Happening.CUSTOMER_ERASED, Happening.SHOP_ERASED],
)
def test_what_the_law_lets_customers_ask_waits_for_a_person(
    shop: Tenant, sender: Sender, happening: Happening
) -> None:
    asked = Delivered(delivery_id="p1", topic="p", happening=happening, about=["17", "N-1"])
    with tenant_scope(shop.pk):
        result = note(sender.connection, asked, now())
    assert result.outcome == Taken.NOTED
    assert "A person must" in result.reason
    assert result.reason.endswith("It is about: 17, N-1.")


def test_what_came_is_deleted_after_two_weeks_and_the_row_later(
    shop: Tenant, sender: Sender
) -> None:
    sent = sender.signed(ORDER, shopops_order())
    sender.post(*sent)
    (row,) = sender.deliveries()
    purging.purge(tenant_id=shop.pk, now=row.received_at + timedelta(days=13))
    assert sender.deliveries()[0].body is not None
    purging.purge(tenant_id=shop.pk, now=row.received_at + timedelta(days=15))
    assert sender.deliveries()[0].body is None
    assert sender.post(*sent).json()["again"]
    purging.purge(tenant_id=shop.pk, now=row.received_at + timedelta(days=181))
    assert sender.deliveries() == []


def test_too_many_are_told_when_to_come_again(sender: Sender) -> None:
    with override_settings(SHOPOPS_RATE_LIMITS={"webhooks": 1}):
        answers = [sender.send(ORDER, shopops_order()) for _ in range(3)]
    # Of three in two minutes, should a new one just begin, one is too many.
    refused = [answer for answer in answers if answer.status_code == 429]
    assert answers[0].status_code == 200
    assert 0 < int(refused[0]["Retry-After"]) <= 60
