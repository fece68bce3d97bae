"""A demo shop keeps the protocol that its docs promise, and is connected as an admin does it."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client, override_settings
from django.utils.timezone import now
from pytest_django.live_server_helper import LiveServer

from shopops.connections.models import CarriesOut, Connection, Delivery, State, Taken
from shopops.connections.settings import reader_of, settings_of, writer_of
from shopops.connectors.generic.reader import GenericReader
from shopops.connectors.generic.settings import ADDRESS
from shopops.connectors.ports import Absent, Done, NoteAsk, RefundAsk, Refused, Unknown
from shopops.demo.northline import NORTHLINE
from shopops.demo.opening import hire, open_shop
from shopops.demo.orders.till import Till
from shopops.demo.shop.books import books_of, stock
from shopops.demo.shop.connecting import NOBODY, connect_shop
from shopops.demo.shop.happenings import Happening
from shopops.demo.shop.models import Shop
from shopops.orchestrator.tasks import resolve_tenant
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pages import text_of
from tests.support.running import wait_for

pytestmark = pytest.mark.slow
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
OWN = f"/demo/shop/{NORTHLINE.slug}/"
KEY, OTHER = "a" * 64, "b" * 64
ORDER = {"order_id": "O-1001", "order_number": "O-1001"}


@pytest.fixture(autouse=True)
def demo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """There is no broker here."""
    monkeypatch.setattr(resolve_tenant, "apply_async", lambda args, **_: None)
    with override_settings(SHOPOPS_ENV="demo"):
        yield


@pytest.fixture
def shop(transactional_db: None) -> Shop:
    tenant = open_shop(NORTHLINE)
    for person in NORTHLINE.people:
        hire(tenant, person, NORTHLINE.password)
    found = books_of(NORTHLINE.slug)
    stock(found, [one.case for one in NORTHLINE.arrivals(Till(NOON).now)])
    return found


def refund(minor: int, key: str = KEY) -> RefundAsk:
    return RefundAsk(
        key=key, **ORDER, transaction_id="t1", amount_minor=minor, currency="USD", reason="stalled"
    )


def connected(live_server: LiveServer) -> Connection:
    result = connect_shop(NORTHLINE, site=live_server.url, now=now())
    assert result.works, result.says
    assert result.says.startswith(f"{NORTHLINE.name} answers.")
    tenant = Tenant.objects.get(slug=NORTHLINE.slug)
    with tenant_scope(tenant.pk):
        return Connection.objects.of(tenant.pk).latest("pk")


def came(connection: Connection) -> list[str]:
    with tenant_scope(connection.tenant_id):
        return list(Delivery.objects.of(connection.tenant_id).values_list("outcome", flat=True))


def test_what_is_asked_is_done_once_and_found_again_and_the_order_says_so(
    shop: Shop, live_server: LiveServer
) -> None:
    connection = connected(live_server)
    writer, reader = writer_of(connection), reader_of(connection)
    assert writer is not None
    assert reader is not None
    ask = refund(12000)
    assert writer.find(ask, sent_at=NOON).answer == Absent()
    answers = [writer.send(writer.request_for(ask)).answer for _ in range(2)]
    assert answers[0] == answers[1] == writer.find(ask, sent_at=NOON).answer
    assert isinstance(answers[0], Done)
    [entry] = shop.entries.all()
    assert (entry.key, answers[0].remote_id) == (KEY, entry.name)
    wait_for(lambda: came(connection) == [Taken.TAKEN])  # the order, told anew
    assert f'"id":"{entry.name}"'.encode() in reader.order("O-1001").rows[0]
    other = writer.send(writer.request_for(refund(100))).answer
    assert isinstance(other, Refused)
    assert other.code == "key_conflict"
    too_much = writer.send(writer.request_for(refund(1000, OTHER))).answer
    assert isinstance(too_much, Refused)
    assert too_much.code == "too_much"
    note = NoteAsk(key=OTHER, **ORDER, code="7F3KQ-2MD8N", said={"By": "Maya"})
    assert isinstance(writer.send(writer.request_for(note)).answer, Done)
    [noted] = GenericReader(settings_of(connection)).notes("O-1001")
    assert (noted.code, noted.said) == (note.code, note.said)
    words = text_of(Client().get(OWN))
    assert words.index("Note 7F3KQ-2MD8N") < words.index("Refund: 120.00 USD")
    both = text_of(Client().get("/demo/shop/"))
    assert "Refund: 120.00 USD" in both
    assert "2 things done here" in both


def test_a_refund_fails_once_as_a_visitor_asks_and_then_goes_through(
    shop: Shop, live_server: LiveServer
) -> None:
    writer, visitor = writer_of(connected(live_server)), Client()
    assert writer is not None
    page = visitor.post(f"{OWN}refund-fails/", {"what": "refuse"}, follow=True)
    assert "The next refund will be refused." in text_of(page)
    refused, done = (writer.send(writer.request_for(refund(100))).answer for _ in range(2))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.again) == ("refused_once", False)
    assert isinstance(done, Done)
    visitor.post(f"{OWN}refund-fails/", {"what": "slow"})
    late = refund(200, OTHER)
    with override_settings(SHOPOPS_SHOP_TIMEOUT=0.5):
        answer = writer.send(writer.request_for(late)).answer
    assert isinstance(answer, Unknown)
    assert answer.code == "timed_out"
    assert isinstance(writer.find(late, sent_at=NOON).answer, Done)
    assert "There is no such failure." in text_of(
        visitor.post(f"{OWN}refund-fails/", {"what": "never"}, follow=True)
    )
    assert "will be" not in text_of(visitor.get(OWN))


def test_a_note_that_was_lost_is_not_shown_and_can_be_written_again(
    shop: Shop, live_server: LiveServer
) -> None:
    connection = connected(live_server)
    writer, reader = writer_of(connection), GenericReader(settings_of(connection))
    assert writer is not None
    note = NoteAsk(key=KEY, **ORDER, code="7F3KQ-2MD8N", said={"By": "Maya"})
    writer.send(writer.request_for(note))
    lost = {"what": Happening.NOTE_LOST}
    page = Client().post(f"{OWN}orders/O-1001/happen/", lost, follow=True)
    assert "ShopOps was told nothing." in text_of(page)
    assert reader.notes("O-1001") == []
    writer.send(writer.request_for(note))
    assert len(reader.notes("O-1001")) == 1


def test_it_is_connected_once_follows_the_site_and_stays_as_people_left_it(
    shop: Shop, live_server: LiveServer
) -> None:
    first = connected(live_server)
    assert (first.state, first.carries_out) == (State.ACTIVE, CarriesOut.APPROVED)
    assert first.inbox_token in books_of(shop.slug).inbox_url
    moved = live_server.url.replace("localhost", "127.0.0.1")
    assert connect_shop(NORTHLINE, site=f"{moved}/", now=now()).works
    again = connected(live_server)
    assert again.pk == first.pk
    assert again.carries_out_since == first.carries_out_since
    assert settings_of(again)[ADDRESS] == f"{live_server.url}{OWN}api"
    with tenant_scope(first.tenant_id):
        first.state = State.PAUSED
        first.save(update_fields=["state"])
    assert connect_shop(NORTHLINE, site="http://127.0.0.1:1", now=now()).says == "left as it is"


def test_any_admin_connects_it_and_without_one_it_is_said(
    shop: Shop, live_server: LiveServer
) -> None:
    tenant = Tenant.objects.get(slug=NORTHLINE.slug)
    people = Membership.objects.filter(tenant=tenant)
    people.filter(user__email=NORTHLINE.settled_by).update(role=Role.VIEWER)
    assert connect_shop(NORTHLINE, site=live_server.url, now=now()).says == NOBODY
    other = people.get(user__email=NORTHLINE.people[0].email)
    people.filter(pk=other.pk).update(role=Role.ADMIN)
    assert connected(live_server).created_by_id == other.pk
    people.update(active=False)
    assert connected(live_server).carries_out == CarriesOut.APPROVED  # nothing is to be changed


def test_what_a_visitor_lets_happen_is_sent_by_webhook(shop: Shop, live_server: LiveServer) -> None:
    connection = connected(live_server)
    visitor = Client(headers={"host": live_server.url.removeprefix("http://")})
    page = visitor.post(f"{OWN}new-order/", follow=True)
    assert "ShopOps took the webhook: taken, taken." in text_of(page)
    happen = f"{page.redirect_chain[-1][0]}happen/"
    for what in (Happening.BACK, Happening.REFUNDED):
        page = visitor.post(happen, {"what": what}, follow=True)
        assert "ShopOps took the webhook: taken." in text_of(page)
    assert "Everything has happened to this order." in text_of(page)
    again = visitor.post(happen, {"what": Happening.LOST}, follow=True)
    assert "This can’t happen to this order any more." in text_of(again)
    assert came(connection) == [Taken.TAKEN] * 4


@pytest.mark.parametrize("path", ["", "orders/O-1001", "effects/x", "refunds"])
def test_nothing_is_answered_without_a_signature(shop: Shop, path: str) -> None:
    client = Client()
    assert client.get(f"{OWN}api/{path}").status_code == 401
    body = b'{"type": "refund.create", "data": {}}'
    posted = client.post(f"{OWN}api/{path}", body, content_type="application/json")
    assert posted.status_code == 401
    assert posted.json()["code"] == "not_authorized"
