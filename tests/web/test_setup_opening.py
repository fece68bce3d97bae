"""A shop from nothing: opened by an operator, joined by its admin, set up step by step."""

import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from shopops.administration.members.purging import purge_old_invitations
from shopops.administration.models import Invitation
from shopops.ledger import EventKind
from shopops.setup.opening import open_shop as open_new_shop
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Role, Tenant, ThresholdVersion, User
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import TenantRefused, create_tenant
from tests.support.at_once import at_once
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import mail_server
from tests.support.setting_up import example, imported

LINK = re.compile(r"https?://\S+?(/invitation/[^\s<]+)")
PASSWORD = {
    "display_name": "Ines",
    "new_password1": "a-walk-in-the-woods",
    "new_password2": "a-walk-in-the-woods",
}
WANTED = {
    "slug": "lantern-works",
    "name": "Lantern Works",
    "timezone": "Europe/Berlin",
    "admin_email": "ines@lantern.example",
    "admin_name": "Ines Ferro",
}
pytestmark = pytest.mark.django_db


def new_shop(**changed: Any) -> str:
    said = StringIO()
    options: dict[str, Any] = {
        "slug": "lantern-works",
        "name": "Lantern Works",
        "timezone": "Europe/Berlin",
    }
    options |= {"admin_email": "ines@lantern.example", "no_mail": True} | changed
    call_command("new_shop", stdout=said, **options)
    return said.getvalue()


def link_in(text: str) -> str:
    found = LINK.search(text)
    assert found is not None
    return found[1]


@pytest.fixture
def operator() -> Client:
    root = User.objects.create_user("root", "root@site.example", "a-long-password", is_staff=True)
    client = Client()
    client.force_login(root)
    return client


def test_from_a_command_to_an_admin_who_sees_the_next_step() -> None:
    client = Client()
    link = link_in(new_shop(admin_name="Ines Ferro"))
    assert "The operator of this site invited you as admin." in text_of(client.get(link))
    queue = text_of(client.post(link, PASSWORD, follow=True))
    assert "No orders yet Lantern Works is new." in queue
    assert "Set the shop up" in queue
    steps = text_of(client.get("/t/lantern-works/setup/"))
    assert "1 of 6 steps done" in steps
    assert "Lantern Works, Europe/Berlin" in steps
    ledger = text_of(client.get("/t/lantern-works/ledger/"))
    assert "An operator invited somebody as admin" in ledger
    assert "An operator opened the shop at the command line" in ledger
    with tenant_scope(Tenant.objects.get().pk):
        assert thresholds.current(Tenant.objects.get().pk).timezone == "Europe/Berlin"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"slug": "admin"}, "--slug: “admin” is reserved"),
        ({"slug": "Lantern Works"}, "--slug: Use small letters"),
        ({"timezone": "Berlin"}, "--timezone: Berlin is not a time zone"),
        ({"admin_email": "ines"}, "--admin-email: Enter a valid email address."),
        ({"name": "\u202e\u202e\u202e"}, "--name: Use letters that can be seen."),
    ],
)
def test_what_can_t_be_is_refused_by_the_name_of_the_option(
    changed: dict[str, str], said: str
) -> None:
    with pytest.raises(CommandError, match=re.escape(said)):
        new_shop(**changed)
    assert not Tenant.objects.exists()


def test_a_name_that_is_taken_is_refused_and_invites_nobody() -> None:
    new_shop()
    for again in ({}, {"name": "Other"}, {"admin_email": "mallory@lantern.example"}):
        with pytest.raises(CommandError, match="already a shop called “lantern-works”"):
            new_shop(**again)
    assert Invitation.objects.count() == 1


def test_a_run_that_broke_off_is_completed_by_the_same_one() -> None:
    create_tenant(slug="lantern-works", name="Lantern Works", timezone="Europe/Berlin")
    assert "/invitation/" in new_shop()
    assert ThresholdVersion.objects.count() == 1


def test_a_shop_whose_first_invitation_was_deleted_was_opened_once_all_the_same() -> None:
    new_shop()
    purge_old_invitations(before=timezone.now() + timedelta(days=30))
    assert "/invitation/" in new_shop()
    shop = Tenant.objects.get()
    with tenant_scope(shop.pk):
        told = bodies_of_kind(shop.pk, EventKind.SETTINGS)
    assert [one["change"] for one in told if one["of"] == "shop"] == ["opened"]


def test_a_link_that_ran_out_is_replaced_by_the_operator() -> None:
    old = link_in(new_shop())
    said = StringIO()
    options = {"tenant": "lantern-works", "email": "ines@lantern.example", "no_mail": True}
    call_command("invite_admin", stdout=said, **options)
    assert "There is a newer link" in text_of(Client().get(old))
    assert "Join Lantern Works" in text_of(Client().get(link_in(said.getvalue())))
    hire(Tenant.objects.get(), "Olu", Role.ADMIN)
    with pytest.raises(CommandError, match="is in this shop already"):
        call_command("invite_admin", **options | {"email": "olu@lantern-works.example"})


def test_an_operator_opens_a_shop_in_the_browser_and_the_link_is_mailed(operator: Client) -> None:
    with mail_server() as sink:
        page = operator.post("/shops/new/", WANTED)
    assert "ines@lantern.example has a mail" in text_of(page)
    assert "/invitation/" not in page.content.decode()
    body = sink.mails[-1].mail.get_body(("plain",)).get_content()
    assert "The operator of this site invites you" in body
    shop = Tenant.objects.get()
    with tenant_scope(shop.pk):
        [opened] = bodies_of_kind(shop.pk, EventKind.SETTINGS)
    assert opened["operator"] == User.objects.get().pk
    assert {"of": "shop", "change": "opened", "through": "page", "version": 1}.items() <= (
        opened.items()
    )


def test_a_shop_begins_with_an_amount_in_its_own_currency(operator: Client) -> None:
    page = operator.post("/shops/new/", {**WANTED, "currency": "EURO"})
    assert page.status_code == 422
    refused = operator.post("/shops/new/", {**WANTED, "currency": "XXX"})
    assert "not a currency code" in text_of(refused)
    operator.post("/shops/new/", {**WANTED, "currency": "eur"})
    shop = Tenant.objects.get()
    with tenant_scope(shop.pk):
        assert thresholds.current(shop.pk).approval_above_cents == {"EUR": 5000}
    new_shop(slug="lamp", name="Lamp", admin_email="ines@lamp.example", currency="JPY")
    lamp = Tenant.objects.get(slug="lamp")
    with tenant_scope(lamp.pk):
        assert thresholds.current(lamp.pk).approval_above_cents == {"JPY": 50}


def test_without_a_mail_server_the_link_is_shown_once(operator: Client) -> None:
    page = operator.post("/shops/new/", WANTED)
    assert "No mail was sent" in text_of(page)
    assert "no-store" in page["Cache-Control"]
    assert "Join Lantern Works" in text_of(Client().get(link_in(page.content.decode())))
    again = operator.post("/shops/new/", WANTED)
    assert again.status_code == 422
    assert "already a shop called" in text_of(again)


def test_only_an_operator_opens_shops() -> None:
    admin = signed_in(hire(open_shop(), "Ada", Role.ADMIN))
    assert admin.post("/shops/new/", WANTED).status_code == 403
    assert Tenant.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_opened_twice_at_once_it_is_open_once() -> None:
    def opening(email: str) -> Callable[[], object]:
        def run() -> object:
            try:
                wanted = WANTED | {"admin_email": email}
                return open_new_shop(**wanted, operator=None, now=timezone.now(), mail=False)
            except TenantRefused as refusal:
                return str(refusal)

        return run

    outcomes = at_once(opening("ines@lantern.example"), opening("ivo@lantern.example"))
    refused = [one for one in outcomes if isinstance(one, str)]
    assert len(refused) == 1
    assert "already" in refused[0]  # a shop of that name, or its people: by who came how late
    assert (Tenant.objects.count(), Invitation.objects.count()) == (1, 1)
    assert ThresholdVersion.objects.count() == 1


def test_the_steps_say_what_is_there(settings: Any) -> None:
    shop = open_shop("lantern-works")
    client = signed_in(hire(shop, "Ada", Role.ADMIN))
    address = f"/t/{shop.slug}/setup/"
    client.post(f"{address}shop/", {"name": "Lantern & Co", "timezone": "Asia/Tokyo"})
    amounts = _amounts(client, address, {"currency": "eur", "approval_above_cents": "40.00"})
    assert "Version 3 is in force" in text_of(amounts)
    hire(shop, "Maya")
    imported(client, shop, example("orders"))
    page = text_of(client.get(address))
    for said in (
        "4 of 6 steps done",
        "Lantern & Co, Asia/Tokyo",
        "A person approves above 40.00 EUR or 50.00 USD.",
        "2 people work here.",
        "Nobody can be rung yet.",
        "5 orders here",
    ):
        assert said in page
    with tenant_scope(shop.pk):
        numbers = thresholds.current(shop.pk)
    assert (numbers.timezone, numbers.approval_above_cents) == (
        "Asia/Tokyo",
        {"EUR": 4000, "USD": 5000},
    )
    ledger = text_of(client.get(f"/t/{shop.slug}/ledger/"))
    assert "Ada changed the shop’s name and time zone" in ledger


def test_an_amount_that_can_t_be_is_refused_and_nothing_saved() -> None:
    shop = open_shop("lantern-works")
    client = signed_in(hire(shop, "Ada", Role.ADMIN))
    address = f"/t/{shop.slug}/setup/"
    digits = _amounts(client, address, {"currency": "JPY", "approval_above_cents": "40.5"})
    below = _amounts(
        client,
        address,
        {"currency": "EUR", "approval_above_cents": "40", "second_cap_cents": "30"},
    )
    assert (digits.status_code, below.status_code) == (422, 422)
    assert "second approver" in text_of(below)
    alone = _amounts(
        client,
        address,
        {"currency": "EUR", "approval_above_cents": "40", "second_cap_cents": "50"},
    )
    assert "Invite another reviewer first, or leave the second cap empty." in text_of(alone)
    assert f'href="/t/{shop.slug}/settings/members/#invite-title"' in alone.content.decode()
    assert ThresholdVersion.objects.filter(tenant=shop).count() == 1


def _amounts(client: Client, address: str, row: dict[str, str]) -> Any:
    """One more currency beside the one that is there."""
    shown = client.get(f"{address}amounts/").context
    form = {"based_on": shown["version"], "form-TOTAL_FORMS": 2, "form-INITIAL_FORMS": 1}
    form |= {"form-0-currency": "USD", "form-0-approval_above_cents": "50.00"}
    form |= {f"form-1-{name}": value for name, value in row.items()}
    return client.post(f"{address}amounts/", form, follow=True)


@pytest.mark.parametrize("page", ["review/", "alarms/", "dashboard/"])
def test_an_empty_shop_s_pages_tell_others_whom_to_ask(page: str) -> None:
    shop = open_shop("lantern-works")
    hire(shop, "Ada", Role.ADMIN)
    viewer = signed_in(hire(shop, "Jun", Role.VIEWER))
    said = text_of(viewer.get(f"/t/{shop.slug}/{page}"))
    assert "No orders yet" in said
    assert "Ask Ada to bring the first orders in." in said


def test_into_a_shop_with_people_no_first_admin_is_invited() -> None:
    shop = create_tenant(slug="lantern-works", name="Lantern Works", timezone="Europe/Berlin")
    hire(shop, "Olu", Role.VIEWER)
    with pytest.raises(CommandError, match="already a shop called"):
        new_shop()
    assert not Membership.objects.filter(role=Role.ADMIN).exists()
