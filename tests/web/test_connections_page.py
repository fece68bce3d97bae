"""An admin connects a shop on its settings page, tries it and says what it carries out."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from shopops.administration.connections.models import ConnectionChange
from shopops.connections.models import CarriesOut, Connection, Delivery, State, Taken
from shopops.connections.settings import NotSetUp, sealed, settings_of
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, seal
from tests.support.connecting import at, typed
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import NOON, hire, open_shop
from tests.support.shop_double import SECRET_IN, SECRET_OUT, Fault, ShopDouble, open_shop_double
from tests.support.signing_in import person, proven

pytestmark = pytest.mark.django_db
NEW_SECRET = "whsec_bmV3IG5ldyBuZXcgbmV3IG5ldyBuZXcgbmV3IQ=="
Answer = Any  # what the test client makes of a response


@pytest.fixture
def double(tmp_path: Path) -> Iterator[ShopDouble]:
    with open_shop_double(tmp_path) as found:
        yield found


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


def connect(client: Client, shop: Tenant, settings: dict[str, str], **more: Any) -> Connection:
    answer = client.post(at(shop, "connect/generic/"), typed(settings, **more))
    assert answer.status_code == 302, text_of(answer)
    return Connection.objects.of(shop.pk).latest("pk")


def version(shop: Tenant) -> int:
    return ConnectionChange.objects.of(shop.pk).latest("pk").pk


def turn(client: Client, one: Connection, to: str, /, **more: Any) -> Answer:
    form = {"seen": version(one.tenant), "reason": "Because", **more}
    return client.post(at(one.tenant, f"{one.pk}/{to}/"), form, follow=to != "carries-out")


def events(shop: Tenant) -> list[dict[str, Any]]:
    with tenant_scope(shop.pk):
        return bodies_of_kind(shop.pk, EventKind.SETTINGS)


def test_an_empty_page_says_what_to_do_next(client: Client, shop: Tenant) -> None:
    words = text_of(client.get(at(shop)))
    assert "No shop is connected" in words
    assert "Connect Own system" in words


def test_a_shop_is_connected_and_no_secret_is_told_anywhere(
    client: Client, shop: Tenant, admin: Membership, double: ShopDouble, caplog: Any
) -> None:
    one = connect(client, shop, double.settings)
    assert settings_of(one) == double.settings
    assert (one.state, one.carries_out, one.created_by) == (State.ACTIVE, "nothing", admin)
    [event] = events(shop)
    assert (event["of"], event["change"], event["connector"]) == (
        "connection",
        "connected",
        "generic",
    )
    assert event["settings"] == ["address", "secret_in", "secret_out"]
    assert event["author"] == bytes(admin.identity_key).hex()
    pages = [client.get(at(shop, rest)) for rest in ("", f"{one.pk}/", f"{one.pk}/change/")]
    pages += [client.get(f"/t/{shop.slug}/ledger/"), client.get(f"/t/{shop.slug}/audit/")]
    told = "".join(page.content.decode() for page in pages) + caplog.text + str(events(shop))
    assert SECRET_IN not in told
    assert SECRET_OUT not in told
    assert "Ada connected a shop (generic)" in text_of(pages[-2])
    assert f"/webhooks/{one.inbox_token}" in text_of(pages[1])
    assert "Connected by Ada, " in text_of(pages[1])


def test_a_refused_form_does_not_repeat_a_secret(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    answer = client.post(at(shop, "connect/generic/"), typed(double.settings, reason=""))
    assert answer.status_code == 422
    assert "Say why" in text_of(answer)
    assert SECRET_OUT not in answer.content.decode()
    assert "type those that you changed once more" in text_of(answer)


def test_one_shop_of_a_kind_is_connected_at_a_time(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    connect(client, shop, double.settings)
    answer = client.post(at(shop, "connect/generic/"), typed(double.settings))
    assert answer.status_code == 409
    assert "A shop of this kind is connected" in text_of(answer)
    assert Connection.objects.count() == 1


def test_the_test_says_in_words_what_it_found(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    htmx = {"HX-Request": "true"}
    assert "Calls to the shop not called yet" in text_of(client.get(at(shop, f"{one.pk}/")))
    answer = client.post(at(shop, f"{one.pk}/test/"), headers=htmx)
    assert "It works" in text_of(answer)
    assert "Calls to the shop answering" in text_of(answer)
    assert Connection.objects.get().tested_at is not None
    with tenant_scope(shop.pk):
        Connection.objects.update(unproven=3, unproven_at=NOON)
    wrong = {**double.settings, "address": f"{double.address}/nowhere"}
    changed = typed(wrong, seen=version(shop), reason="Moved")
    client.post(at(shop, f"{one.pk}/change/"), changed)
    moved = Connection.objects.get()
    assert (moved.tested_at, moved.unproven) == (None, 0)
    answer = client.post(at(shop, f"{one.pk}/test/"), headers=htmx)
    assert "It does not work" in text_of(answer)
    assert "Calls to the shop last test failed" in text_of(answer)
    assert "test failed" in text_of(client.get(at(shop)))
    assert events(shop)[-1]["settings"] == ["address"]


def test_a_test_in_an_outage_takes_nothing_of_what_worked_by_the_same_settings(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    page, tries = at(shop, f"{one.pk}/"), at(shop, f"{one.pk}/test/")
    client.post(tries)
    worked = Connection.objects.get().tested_at
    double.fail("/", Fault.REFUSE)
    assert "It does not work" in text_of(client.post(tries, headers={"HX-Request": "true"}))
    assert Connection.objects.get().tested_at == worked
    shown = text_of(client.get(page))
    assert "connected, last test failed" in shown
    assert re.search(
        r"It was tested on .+; the last try failed: .+ The shop says: The shop does not do this",
        shown,
    )
    client.post(tries)
    assert "the last try failed" not in text_of(client.get(page))
    assert Connection.objects.get().test_failed_at is None


def test_a_kept_secret_is_not_taken_along_to_another_address(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    path, blank = at(shop, f"{one.pk}/change/"), {**double.settings, "secret_out": ""}
    elsewhere = typed(blank | {"address": "http://127.0.0.1:9"}, seen=version(shop))
    answer = client.post(path, elsewhere)
    assert answer.status_code == 422
    assert "Type every secret anew." in text_of(answer)
    assert settings_of(Connection.objects.get()) == double.settings
    renamed = typed(blank, seen=version(shop), title="Ours")
    assert client.post(path, renamed).status_code == 302
    assert settings_of(Connection.objects.get()) == double.settings


def test_a_secret_that_need_not_be_there_can_be_forgotten(client: Client, shop: Tenant) -> None:
    told = {"shop": "lamps.myshopify.com", "client_id": "id", "reship_as": "draft"}
    secrets = {
        "client_secret": "shpss_0123456789abcdef",
        "access_token": "shpat_1",
        "webhook_secret": "made by hand, and long",
    }
    client.post(at(shop, "connect/shopify/"), typed(told | secrets))
    one = Connection.objects.get()
    path = at(shop, f"{one.pk}/change/")
    words = text_of(client.get(path))
    assert "Forget it: Access token" in words
    assert "Forget it: Client secret" not in words
    forget = typed(told, seen=version(shop), forget_access_token="on", forget_client_secret="on")
    assert client.post(path, forget).status_code == 302
    assert settings_of(Connection.objects.get()) == told | secrets | {"access_token": ""}
    assert events(shop)[-1]["settings"] == ["access_token"]
    newest, first = client.get(at(shop, f"{one.pk}/")).context["changes"]
    assert newest.what == "Access token (forgotten)"
    assert "Access token" in first.what
    assert "forgotten" not in first.what


def test_settings_that_fit_no_more_are_told_by_the_test_and_break_nothing(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    with tenant_scope(shop.pk):
        no_longer = sealed(double.settings | {"secret_out": "whsec_too_short"})
        Connection.objects.filter(pk=one.pk).update(settings_sealed=no_longer)
    answer = client.post(at(shop, f"{one.pk}/test/"), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "A secret is whsec_ and then" in text_of(answer)


def test_it_carries_out_only_after_a_test_and_a_fresh_proof(
    shop: Tenant, double: ShopDouble
) -> None:
    client = proven(person(role=Role.ADMIN).browser())
    one = connect(client, shop, double.settings)
    refused = turn(client, one, "carries-out", what="approved")
    assert refused.status_code == 422
    assert "Test the connection first" in text_of(refused)
    client.post(at(shop, f"{one.pk}/test/"))
    proven(client, ago=timedelta(hours=1))
    asked = turn(client, one, "carries-out", what="approved")
    assert asked.status_code == 302
    assert asked["Location"].startswith("/sign-in/again/")
    one.refresh_from_db()
    assert one.carries_out == CarriesOut.NOTHING
    proven(client)
    assert turn(client, one, "carries-out", what="approved").status_code == 302
    one.refresh_from_db()
    assert one.carries_out == CarriesOut.APPROVED
    since = one.carries_out_since
    turn(client, one, "carries-out", what="permitted")
    one.refresh_from_db()
    assert one.carries_out_since == since
    assert [event["after"] for event in events(shop)[1:]] == ["approved", "permitted"]
    proven(client, ago=timedelta(hours=1))
    turn(client, one, "pause")
    assert turn(client, one, "resume").request["PATH_INFO"].startswith("/sign-in/again/")


def test_settings_are_typed_only_after_a_fresh_proof_and_no_secret_is_kept_until_then(
    shop: Tenant, double: ShopDouble
) -> None:
    client = proven(person(role=Role.ADMIN).browser())
    one = connect(client, shop, double.settings)
    proven(client, ago=timedelta(hours=1))
    typed_anew = typed({**double.settings, "secret_out": NEW_SECRET}, seen=version(shop))
    for rest in (f"{one.pk}/change/", "connect/woocommerce/"):
        assert client.get(at(shop, rest))["Location"].startswith("/sign-in/again/")
        answer = client.post(at(shop, rest), typed_anew)
        assert answer["Location"].startswith("/sign-in/again/")
    assert NEW_SECRET not in str(dict(client.session))
    assert settings_of(Connection.objects.get()) == double.settings


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    seen = version(shop)
    turn(client, one, "pause")
    late = client.post(
        at(shop, f"{one.pk}/change/"), typed({**double.settings, "address": ""}, seen=seen)
    )
    assert late.status_code == 422
    late = client.post(at(shop, f"{one.pk}/change/"), typed(double.settings, seen=seen, title="X"))
    assert late.status_code == 409
    assert "Somebody changed this connection meanwhile" in text_of(late)
    assert Connection.objects.get().title == "Own shop"


def test_it_is_paused_resumed_and_removed_with_its_secrets(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    assert "Own shop is paused." in text_of(turn(client, one, "pause"))
    assert "Own shop is connected again." in text_of(turn(client, one, "resume"))
    assert "its settings are erased" in text_of(turn(client, one, "remove"))
    one.refresh_from_db()
    assert (one.state, bytes(one.settings_sealed)) == (State.REMOVED, b"")
    with pytest.raises(NotSetUp):
        settings_of(one)
    assert [event["change"] for event in events(shop)] == [
        "connected",
        "paused",
        "resumed",
        "removed",
    ]
    assert "Create the webhooks" not in text_of(client.get(at(shop, f"{one.pk}/")))
    again = connect(client, shop, double.settings, title="Anew")
    assert again.inbox_token != one.inbox_token


def test_what_came_is_listed_page_by_page_and_shown_without_anybody_s_data(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    body = b'{"type": "order.updated", "data": {"id": "O-1", "customer": {"email": "m@x.example"}}}'
    with tenant_scope(shop.pk):
        Delivery.objects.bulk_create(
            Delivery(
                tenant=shop,
                connection=one,
                delivery_id=f"msg_{number}",
                topic="order.updated",
                received_at=NOON,
                body=seal(body, purpose=Purpose.DELIVERY),
                outcome=Taken.REFUSED if number == 51 else Taken.TAKEN,
                reason="unknown_order: $.order_id is not here" if number == 51 else "",
            )
            for number in range(52)
        )
    first = client.get(at(shop, f"{one.pk}/deliveries/"))
    why = "This message belongs to an order that is not here yet. $.order_id is not here"
    assert f"order.updated order O-1 Could not be read {why}" in text_of(first)
    assert len(first.context["listing"].rows) == 50
    after = first.context["listing"].after
    rest = client.get(at(shop, f"{one.pk}/deliveries/?after={after}"))
    assert [row.delivery.delivery_id for row in rest.context["listing"].rows] == ["msg_1", "msg_0"]
    newest = first.context["listing"].rows[0].delivery
    shown = text_of(client.get(at(shop, f"{one.pk}/deliveries/{newest.pk}/")))
    assert f"About order O-1 Why {why}" in shown
    assert '"id": "O-1"' in shown
    assert "m@x.example" not in shown
    assert "A message could not be read" in text_of(client.get(at(shop, f"{one.pk}/")))


def test_what_could_not_be_read_is_headed_as_that(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    named: dict[str, Any] = {"tenant": shop, "connection": one, "topic": ""}
    with tenant_scope(shop.pk):
        Delivery.objects.create(**named, delivery_id="m1", outcome=Taken.NOTED)
        unread = Delivery.objects.create(**named, delivery_id="m2", outcome=Taken.REFUSED)
    page = client.get(at(shop, f"{one.pk}/deliveries/{unread.pk}/")).content.decode()
    assert "<h1>unreadable</h1>" in page
    rows = client.get(at(shop, f"{one.pk}/deliveries/")).context["listing"].rows
    assert [row.topic for row in rows] == ["unreadable", "without a topic"]
    assert "unreadable" in text_of(client.get(at(shop, f"{one.pk}/")))


def test_another_shop_s_connection_looks_like_one_that_never_was(
    client: Client, shop: Tenant, double: ShopDouble
) -> None:
    one = connect(client, shop, double.settings)
    other = open_shop("store_other")
    stranger = signed_in(hire(other, "Otto", Role.ADMIN))
    for rest in ("", "change/", "deliveries/"):
        assert stranger.get(at(other, f"{one.pk}/{rest}")).status_code == 404
    form = {"seen": version(shop), "reason": "x"}
    assert stranger.post(at(other, f"{one.pk}/remove/"), form).status_code == 404
    assert Connection.objects.get().state == State.ACTIVE
