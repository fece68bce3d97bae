"""The demo's mailboxes: what was mailed is read there, and answered through the real way in."""

from pathlib import Path

import pytest
from django.test import Client, override_settings
from pytest_django.live_server_helper import LiveServer

from shopops.alarms.models import RosterContact
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.states import AlarmStatus
from shopops.demo.mailbox.answering import AUTHSERV_ID
from shopops.demo.mailbox.folder import get, newest_first, people, put
from shopops.demo.mailbox.mails import codes_in, mails_of
from shopops.embedded.site import MAILBOX_NAME
from shopops.ledger import EventKind
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock
from tests.support.mailboxes import mailboxes
from tests.support.pages import text_of
from tests.support.ringing import state_of


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    shop = alarm_shop(clock, "O-1", "O-2", slug="northline")
    maya = shop.person("Maya")
    RosterContact.objects.create(
        tenant=shop.tenant, membership=maya, email=maya.user.email, verified_at=clock.now
    )
    return shop


@pytest.mark.django_db(transaction=True)
def test_an_alarm_is_read_answered_with_its_code_and_falls_silent(
    shop: AlarmShop, tmp_path: Path, live_server: LiveServer
) -> None:
    shop.reach(AlarmStatus.DUE_NEW, "O-1")
    shop.reach(AlarmStatus.DUE_NEW, "O-2")
    maya = shop.person("Maya")
    with mailboxes(tmp_path) as folder:
        ring_all(tenant_id=shop.tenant.pk)
        assert people(folder) == [maya.user.email]
        [mail] = mails_of(folder, maya.user.email)
        code = shop.item("O-2").code
        wanted = f"{code[:5]}-{code[5:]}"
        address = f"/demo/mailbox/{maya.user.email}/{mail.name}/"
        client = Client(headers={"host": live_server.url.removeprefix("http://")})
        page = client.get(address, {"code": wanted})
        assert page.context["chosen"] == wanted
        answered = client.post(address, {"text": wanted}, follow=True)
        assert "Your answer has arrived." in text_of(answered)
        answer, _ = mails_of(folder, maya.user.email)
    assert answer.subject.startswith("Acknowledged: Order")
    assert state_of(shop.item("O-2")).status is AlarmStatus.SNOOZED
    assert state_of(shop.item("O-1")).status is AlarmStatus.RINGING
    last = shop.entries("O-2")[-1]
    assert last.kind is EventKind.ACKNOWLEDGED
    assert last.confirmer_key == bytes(maya.identity_key)
    assert (last.body["verified_by"], last.body["proof"]) == ("mail", "authentication_results")


@pytest.mark.django_db(transaction=True)
def test_a_wrong_answer_is_refused_by_mail_and_it_goes_on_ringing(
    shop: AlarmShop, tmp_path: Path, live_server: LiveServer
) -> None:
    shop.reach(AlarmStatus.DUE_NEW, "O-1")
    email = shop.person("Maya").user.email
    with mailboxes(tmp_path) as folder:
        ring_all(tenant_id=shop.tenant.pk)
        [mail] = mails_of(folder, email)
        client = Client(headers={"host": live_server.url.removeprefix("http://")})
        client.post(f"/demo/mailbox/{email}/{mail.name}/", {"text": "Yes, I am on it"})
        answer, _ = mails_of(folder, email)
    assert answer.subject == "Nothing was acknowledged"
    assert "No code that you typed stood alone on its line" in " ".join(answer.text.split())
    assert state_of(shop.item("O-1")).status is AlarmStatus.RINGING


@pytest.mark.django_db
@pytest.mark.parametrize(
    "settings_",
    [
        {"SHOPOPS_ENV": "production", "SHOPOPS_AUTHSERV_ID": AUTHSERV_ID},
        {"SHOPOPS_ENV": "development", "SHOPOPS_AUTHSERV_ID": AUTHSERV_ID},
        {"SHOPOPS_ENV": "demo", "SHOPOPS_AUTHSERV_ID": "mx.shop.example"},
    ],
)
def test_there_are_no_mailboxes_outside_of_the_demo(
    settings_: dict[str, str], tmp_path: Path
) -> None:
    put(tmp_path / "mailbox", "maya@shop.example", b"Subject: x\r\n\r\nx")
    with override_settings(SHOPOPS_VAR=tmp_path, SECURE_SSL_REDIRECT=False, **settings_):
        for path in ("", "maya@shop.example/"):
            assert Client().get(f"/demo/mailbox/{path}").status_code == 404


@pytest.mark.parametrize("address", ["../../etc@x", "a/b@x", "..@..", "Maya", "", "@x"])
def test_no_address_leads_out_of_the_folder(tmp_path: Path, address: str) -> None:
    with pytest.raises(ValueError, match="has no mailbox here"):
        put(tmp_path / "mailbox", address, b"x")
    assert list(newest_first(tmp_path / "mailbox", address)) == []
    assert get(tmp_path / "mailbox", address, "0" * 19 + "-00000000") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../x", "", "1-2", "0" * 19 + "-0000000g"])
def test_no_name_leads_out_of_a_mailbox(tmp_path: Path, name: str) -> None:
    put(tmp_path, "maya@shop.example", b"x")
    assert get(tmp_path, "maya@shop.example", name) is None


def test_each_code_is_named_by_the_order_above_it() -> None:
    text = (
        "Order O-1: Parcel stalled\n  Code: [7F3KQ-2MD8N]\n\n"
        "Order O-2: Chargeback open\n  Code: [AAAAA-BBBBB]\n"
    )
    assert [(coded.code, coded.title) for coded in codes_in(text)] == [
        ("7F3KQ-2MD8N", "Order O-1: Parcel stalled"),
        ("AAAAA-BBBBB", "Order O-2: Chargeback open"),
    ]


def test_the_mailbox_vouches_under_the_name_that_the_site_is_told() -> None:
    assert AUTHSERV_ID == MAILBOX_NAME
