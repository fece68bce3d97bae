"""The page on which an admin sets who is on call at which address."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from shopops.alarms.models import Absence, RosterChange, RosterContact
from shopops.alarms.ringing.sweep import ring_all
from shopops.tenants.models import Membership, Role, Tenant
from tests.support.clock import Clock
from tests.support.pages import signed_in, text_of
from tests.support.people_page import MAYAS, add, address, change, changes, only
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import AUTHORED, observe, on_call
from tests.support.smtp_sink import Sink

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


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


def test_nobody_confirms_their_own_address_for_a_colleague(
    shop: Tenant, admin: Membership, maya: Membership, client: Client, sink: Sink
) -> None:
    """Neither what they sign in with, nor what was confirmed for them and is switched off."""
    admin.user.email = "ada@northline.example"
    admin.user.save()
    answer = add(client, maya, "Ada@northline.example")
    assert answer.status_code == 422
    assert "Ada signs in as" in text_of(answer)
    RosterContact.objects.create(
        tenant=shop,
        membership=admin,
        email="ada@home.example",
        verified_at=AUTHORED,
        active=False,
    )
    answer = add(client, maya, "ada@home.example")
    assert answer.status_code == 422
    assert "was confirmed for Ada already" in text_of(answer)
    assert not sink.mails
    assert add(client, maya, admin.user.email, shared="on").status_code == 200


def test_a_person_of_another_shop_cannot_be_put_on_call(shop: Tenant, client: Client) -> None:
    stranger = hire(open_shop("store_southline"), "Sven")
    answer = client.post(
        address(shop, "add/"), {"person": stranger.pk, "email": "s@x.example", "step": "0"}
    )
    assert answer.status_code == 422
    assert not RosterContact.objects.exists()


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


def test_who_is_rung_on_several_steps_is_named_again_and_the_step_said_once(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    on_call(shop)
    words = text_of(client.get(address(shop)))
    assert "nobody reachable on step" not in words
    assert words.count("again, because nobody reachable is on step") > 0


def test_who_may_not_answer_is_not_offered(shop: Tenant, maya: Membership, client: Client) -> None:
    ines = hire(shop, "Ines", Role.AUDITOR)
    adding = LexborHTMLParser(client.get(address(shop)).content.decode()).css_first("#id_person")
    assert "Maya" in adding.text()
    assert "Ines" not in adding.text()
    assert add(client, ines).status_code == 422
    assert not RosterContact.objects.exists()


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
