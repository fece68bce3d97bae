"""The page on which an admin sets who is on call at which address."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import signing
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from shopops.administration.people.confirming import SALT, token_of
from shopops.alarms.models import Absence, RosterChange, RosterContact
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.ringing.sweep import ring_all
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Role, Tenant
from tests.support.clock import Clock
from tests.support.pages import text_of
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import kind_of, mail_server, observe, on_call
from tests.support.smtp_sink import Answer, Kept, Sink

pytestmark = pytest.mark.django_db(transaction=True)
LINK = re.compile(r"https?://\S+/confirm-address/\S+")
MAYAS = "maya@oncall.example"


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


@pytest.fixture
def admin(shop: Tenant) -> Membership:
    return hire(shop, "Ada", Role.ADMIN)


@pytest.fixture
def maya(shop: Tenant) -> Membership:
    return hire(shop, "Maya")


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


@pytest.fixture
def sink() -> Iterator[Sink]:
    with mail_server() as found:
        yield found


def signed_in(member: Membership) -> Client:
    client = Client()
    client.force_login(member.user)
    return client


def address(shop: Tenant, path: str = "") -> str:
    return f"/t/{shop.slug}/settings/people/{path}"


def add(client: Client, whom: Membership, email: Any = MAYAS, **more: Any) -> Any:
    form = {"person": whom.pk, "email": email, "step": "0"} | more
    return client.post(address(whom.tenant, "add/"), form, follow=True)


def change(client: Client, contact: RosterContact, **typed: Any) -> Any:
    """What the page sends for an address that it showed as `contact` is."""
    form: dict[str, Any] = {"step": contact.step, "seen_step": contact.step}
    form |= {"shared": "on", "seen_shared": "on"} if contact.shared else {}
    form |= {"seen_active": "on"} if contact.active else {}
    where = address(contact.tenant, f"{contact.pk}/")
    return client.post(where, form | typed, follow=True)


def only(shop: Tenant) -> RosterContact:
    return RosterContact.objects.get(tenant=shop)


def link_in(mail: Kept) -> str:
    found = LINK.search(mail.mail.get_body(("plain",)).get_content())
    assert found is not None
    return found[0][found[0].index("/confirm-address/") :]


def changes(shop: Tenant) -> list[str]:
    return [body["change"] for body in kind_of(shop, EventKind.ROSTER)]


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
    assert answer.status_code == 403
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


def test_step_and_shared_mark_are_changed_with_a_ledger_row_each(
    shop: Tenant, client: Client
) -> None:
    on_call(shop)
    change(client, only(shop), step="3")
    change(client, only(shop), shared="on")
    kept = only(shop)
    assert (kept.step, kept.shared, kept.active) == (3, True, True)
    assert changes(shop) == ["changed", "changed"]
    change(client, kept)
    assert len(changes(shop)) == 2  # nothing differed
    assert [one.step for one in RosterChange.objects.order_by("id")] == [3, 3]


def test_an_address_that_somebody_changed_meanwhile_is_not_overwritten(
    shop: Tenant, client: Client
) -> None:
    on_call(shop)
    before = only(shop)
    change(client, before, step="3")
    answer = change(client, before, step="7")
    assert answer.status_code == 409
    assert "Somebody changed this address meanwhile" in text_of(answer)
    assert only(shop).step == 3


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"email": "maya"}, "valid email"),
        ({"step": "101"}, "less than or equal to 100"),
        ({"person": "0"}, "valid choice"),
    ],
)
def test_what_cannot_be_rung_is_refused_with_the_reason(
    shop: Tenant, maya: Membership, client: Client, typed: dict[str, str], words: str
) -> None:
    answer = add(client, maya, **{"email": MAYAS} | typed)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not RosterContact.objects.exists()


def test_an_address_that_is_somebodys_is_given_to_nobody_else(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    """An answer from it could be from either, so neither could acknowledge."""
    on_call(shop)
    per = hire(shop, "Per")
    answer = add(client, per, "MAYA@oncall.example")
    assert answer.status_code == 422
    assert "is on call for Maya already" in text_of(answer)
    change(client, only(shop), shared="on")
    assert add(client, per, MAYAS, shared="on").status_code == 200
    assert RosterContact.objects.count() == 2


def test_a_person_of_another_shop_cannot_be_put_on_call(shop: Tenant, client: Client) -> None:
    stranger = hire(open_shop("store_southline"), "Sven")
    answer = client.post(
        address(shop, "add/"), {"person": stranger.pk, "email": "s@x.example", "step": "0"}
    )
    assert answer.status_code == 422
    assert not RosterContact.objects.exists()


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


def test_who_is_out_of_office_is_not_rung_and_the_next_one_is(
    shop: Tenant, client: Client, sink: Sink, clock: Clock
) -> None:
    maya = on_call(shop)
    on_call(shop, "Per", step=1)
    start = clock.now.replace(second=0)
    form = {
        "person": maya.pk,
        "start": start.strftime("%Y-%m-%dT%H:%M"),
        "end": (start + timedelta(hours=5)).strftime("%Y-%m-%dT%H:%M"),
    }
    page = client.post(address(shop, "away/"), form, follow=True)
    assert "away now" in text_of(page)
    observe(shop, "O-1")
    ring_all()
    assert [mail.recipient for mail in sink.mails] == ["per@oncall.example"]
    clock.move(hours=6)
    ring_all()
    assert sink.mails[-1].recipient == MAYAS
    client.post(address(shop, "back/"), {"person": maya.pk})
    assert not Absence.objects.exists()
    assert changes(shop) == ["away", "back"]


@pytest.mark.parametrize(
    ("hours", "words"), [((2, 1), "ends before it starts"), ((-3, -2), "over already")]
)
def test_an_absence_that_cannot_be_is_refused(
    shop: Tenant, maya: Membership, client: Client, clock: Clock, hours: tuple[int, int], words: str
) -> None:
    start, end = ((clock.now + timedelta(hours=one)).strftime("%Y-%m-%dT%H:%M") for one in hours)
    answer = client.post(address(shop, "away/"), {"person": maya.pk, "start": start, "end": end})
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not Absence.objects.exists()


def test_no_form_reaches_a_persons_identity_key_role_or_name(
    shop: Tenant, admin: Membership, maya: Membership, client: Client, sink: Sink
) -> None:
    extra = {
        "identity_key": "00" * 32,
        "role": "admin",
        "display_name": "Eve",
        "active": "",
        "verified_at": "2020-01-01",
        "membership": admin.pk,
    }
    key = bytes(maya.identity_key)
    add(client, maya, **extra)
    change(client, only(shop), step="2", **extra)
    maya.refresh_from_db()
    assert (bytes(maya.identity_key), maya.role, maya.display_name) == (key, "reviewer", "Maya")
    assert only(shop).membership == maya
    assert only(shop).verified_at is None


def test_the_page_says_who_would_be_told_now_and_keeps_its_history(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    maya = on_call(shop)
    on_call(shop, "Per", step=1)
    change(client, RosterContact.objects.get(membership=maya), step="4")
    words = text_of(client.get(address(shop)))
    assert "Who would be told now" in words
    assert "nobody reachable on step 0" in words
    assert "Ada changed maya@oncall.example: step 4" in words


@pytest.mark.parametrize("role", [Role.VIEWER, Role.REVIEWER])
def test_only_an_admin_may_read_or_change_the_roster(shop: Tenant, role: Role) -> None:
    on_call(shop)
    client = signed_in(hire(shop, "Vera", role))
    assert client.get(address(shop)).status_code == 403
    for path in ("add/", "away/", "back/", f"{only(shop).pk}/", f"{only(shop).pk}/ask/"):
        assert client.post(address(shop, path), {}).status_code == 403
    assert changes(shop) == []


def test_another_shops_roster_looks_nonexistent(shop: Tenant, client: Client) -> None:
    other = open_shop("store_southline")
    on_call(other, "Sven")
    theirs = RosterContact.objects.get(tenant=other)
    assert client.get(address(other)).status_code == 404
    for path in ("add/", "away/", "back/", f"{theirs.pk}/", f"{theirs.pk}/ask/"):
        assert client.post(address(other, path), {}).status_code == 404
    for path in (f"{theirs.pk}/", f"{theirs.pk}/ask/"):  # by way of one's own
        assert client.post(address(shop, path), {"turn": "off"}).status_code == 404
    theirs.refresh_from_db()
    assert theirs.active


def test_the_commands_do_the_same(
    shop: Tenant, maya: Membership, sink: Sink, capsys: pytest.CaptureFixture[str]
) -> None:
    who = ("--tenant", shop.slug, "--person", maya.user.email)
    call_command("roster", "put", *who, "--email", MAYAS, "--step", "2", "--confirmed")
    call_command("roster", "away", *who, "--start", "2020-01-01T00:00", "--end", "2099-01-01T00:00")
    call_command("roster", "show", "--tenant", shop.slug)
    assert "step 2  Maya <maya@oncall.example>  not rung: away" in capsys.readouterr().out
    call_command("roster", "back", *who)
    call_command("roster", "remove", *who, "--email", MAYAS)
    assert changes(shop) == ["added", "away", "back", "removed"]
    with pytest.raises(CommandError, match="Nobody of"):
        call_command(
            "roster", "remove", "--tenant", shop.slug, "--person", "x@x.example", "--email", MAYAS
        )
