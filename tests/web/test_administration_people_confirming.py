"""An address is rung once whoever reads it has confirmed it."""

from datetime import UTC, datetime

import pytest
from django.core import signing
from django.core.management import call_command
from django.test import Client, override_settings

from shopops.administration.people.confirming import SALT, token_of
from shopops.alarms.models import RosterContact
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.ringing.sweep import ring_all
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant
from tests.support.clock import Clock
from tests.support.pages import signed_in, text_of
from tests.support.people_page import (
    LINK,
    MAYAS,
    add,
    address,
    change,
    changes,
    link_in,
    only,
)
from tests.support.ringing import kind_of, mail_server, observe, on_call
from tests.support.smtp_sink import Answer, Sink

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


def test_an_address_is_added_with_a_ledger_row_and_asked_to_confirm(
    shop: Tenant, admin: Membership, maya: Membership, client: Client, sink: Sink
) -> None:
    page = add(client, maya)
    assert "was asked to confirm" in text_of(page)
    assert "not confirmed: not rung" in text_of(page)
    (event,) = kind_of(shop, EventKind.ROSTER)
    assert (event["change"], event["step"]) == ("added", 0)
    assert event["person"] == bytes(maya.identity_key).hex()
    assert event["author"] == bytes(admin.identity_key).hex()
    (mail,) = sink.mails
    assert mail.recipient == MAYAS
    assert mail.mail["Auto-Submitted"] == "auto-generated"
    assert "Ada put this address on call" in mail.mail.get_body(("plain",)).get_content()


def test_an_address_that_nobody_confirmed_is_never_rung(
    shop: Tenant, maya: Membership, client: Client, sink: Sink, clock: Clock
) -> None:
    add(client, maya)
    observe(shop, "O-1")
    for _ in range(3):
        ring_all()
        clock.move(hours=1)
    assert len(sink.mails) == 1  # the one that asks
    words = text_of(client.get(address(shop)))
    assert "Nobody reachable is on call" in words
    assert "1 open item, and nobody could be told" in words


def test_the_link_changes_nothing_until_its_button_is_pressed(
    shop: Tenant, maya: Membership, client: Client, sink: Sink, clock: Clock
) -> None:
    add(client, maya)
    observe(shop, "O-1")
    anybody = Client()
    link = link_in(sink.mails[0])
    assert "Confirm this address" in text_of(anybody.get(link))
    assert anybody.head(link).status_code == 200
    ring_all()
    assert len(sink.mails) == 1
    assert "Confirmed" in text_of(anybody.post(link))
    assert only(shop).verified_at == clock.now
    event = kind_of(shop, EventKind.ROSTER)[-1]
    assert (event["change"], event["proof"]) == ("verified", "link")
    assert event["author"] == bytes(maya.identity_key).hex()
    ring_all()
    assert [mail.recipient for mail in sink.mails[1:]] == [MAYAS]


def test_a_link_confirms_once(shop: Tenant, maya: Membership, client: Client, sink: Sink) -> None:
    add(client, maya)
    link = link_in(sink.mails[0])
    for _ in range(2):
        assert Client().post(link).status_code == 200
    assert changes(shop) == ["added", "verified"]


@pytest.mark.parametrize("spoil", ["flip", "old", "off", "elsewhere"])
def test_a_link_that_is_not_good_confirms_nothing(
    shop: Tenant,
    maya: Membership,
    client: Client,
    sink: Sink,
    spoil: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add(client, maya)
    contact = only(shop)
    token = token_of(contact)
    if spoil == "flip":
        token = token[:-1] + ("A" if token[-1] != "A" else "B")
    if spoil == "old":
        monkeypatch.setattr("time.time", lambda: datetime(2020, 1, 1, tzinfo=UTC).timestamp())
        token = token_of(contact)
        monkeypatch.undo()
    if spoil == "off":
        change(client, contact, turn="off")
    if spoil == "elsewhere":
        token = signing.dumps([shop.pk, contact.pk, "other@oncall.example"], salt=SALT)
    answer = Client().post(f"/confirm-address/{token}/")
    assert answer.status_code == 404
    assert "confirms nothing" in text_of(answer)
    assert only(shop).verified_at is None


def test_who_is_signed_in_as_somebody_else_does_not_vouch_for_them(
    shop: Tenant, maya: Membership, client: Client, sink: Sink
) -> None:
    add(client, maya)
    link = link_in(sink.mails[0])
    answer = client.post(link)
    assert "This is for somebody else" in text_of(answer)
    assert only(shop).verified_at is None
    assert signed_in(maya).post(link).status_code == 200
    assert only(shop).verified_at is not None


def test_another_address_leaves_the_old_one_ringing_until_it_is_switched_off(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    maya = on_call(shop)
    add(client, maya, "maya@new.example")
    assert [one.email for one in contacts(shop.pk)] == [MAYAS]
    asks, tells = sink.mails
    assert (asks.recipient, tells.recipient) == ("maya@new.example", MAYAS)
    assert "another address" in str(tells.mail["Subject"]).lower()
    assert LINK.search(tells.data.decode()) is None
    Client().post(link_in(asks))
    old = RosterContact.objects.get(email=MAYAS)
    page = change(client, old, turn="off")
    assert "is rung no more; its history stays" in text_of(page)
    assert [one.email for one in contacts(shop.pk)] == ["maya@new.example"]
    assert RosterContact.objects.count() == 2
    assert "switched off" in text_of(client.get(address(shop)))


def test_a_mail_that_cannot_be_sent_is_said_and_may_be_sent_again_at_once(
    shop: Tenant, maya: Membership, client: Client
) -> None:
    with mail_server(Answer.REJECT_RECIPIENT) as sink:
        page = add(client, maya)
        assert "did not take the mail" in text_of(page)
        assert only(shop).asked_at is None
        again = client.post(address(shop, f"{only(shop).pk}/ask/"), follow=True)
        assert "was asked to confirm" in text_of(again)
        assert len(sink.mails) == 1


def test_without_a_mail_server_the_address_stays_unconfirmed_and_the_page_says_how_to_go_on(
    shop: Tenant, maya: Membership, client: Client
) -> None:
    with override_settings(SHOPOPS_SMTP_URL=""):
        words = text_of(add(client, maya))
    assert "manage.py roster confirm" in words
    call_command(
        "roster", "confirm", "--tenant", shop.slug, "--person", maya.user.email, "--email", MAYAS
    )
    assert kind_of(shop, EventKind.ROSTER)[-1]["proof"] == "operator"
    assert [one.email for one in contacts(shop.pk)] == [MAYAS]


def test_nobody_is_flooded_with_mails_that_ask(
    shop: Tenant, maya: Membership, client: Client, sink: Sink, clock: Clock
) -> None:
    add(client, maya)
    again = address(shop, f"{only(shop).pk}/ask/")
    assert "sent a moment ago" in text_of(client.post(again, follow=True))
    clock.move(minutes=3)
    assert "was asked to confirm" in text_of(client.post(again, follow=True))
    assert len(sink.mails) == 2
