"""Who changes what somebody may do, or makes a token, proved lately who they are."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from shopops.administration.models import Invitation
from shopops.tenants.models import ApiToken, Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pages import signed_in, text_of
from tests.support.signing_in import proven
from tests.support.smtp_sink import Sink

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-password"
LONG_AGO = timedelta(minutes=11)
ROLE = {"seen_role": "reviewer", "seen_name": "Maya", "seen_active": "on", "reason": "agreed"}
TOKEN = {"name": "Agent", "scopes": ["orders:write"], "days": "90"}
INVITED = {"email": "noor@northline.example", "display_name": "Noor"}


@pytest.fixture
def client(admin: Membership) -> Client:
    """Ada's, who typed her password eleven minutes ago."""
    admin.user.set_password(PASSWORD)
    admin.user.save()
    return proven(signed_in(admin), ago=LONG_AGO)


def settings(shop: Tenant, path: str) -> str:
    return f"/t/{shop.slug}/settings/{path}"


def confirm(client: Client, asked: Any, words: str) -> Any:
    """What the page says, and the answer after the password."""
    assert asked.status_code == 302
    assert asked["Location"].startswith("/sign-in/again/?next=")
    assert words in text_of(client.get(asked["Location"]))
    return client.post(asked["Location"], {"password": PASSWORD}, follow=True)


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("", {"display_name": "Maya", "role": "admin"}),
        ("turn/", {}),
        ("limit/", {"limits": "USD 50.00", "seen_limits": ""}),
    ],
)
def test_a_change_of_what_a_person_may_do_asks_first_and_then_goes_on(
    shop: Tenant, maya: Membership, client: Client, path: str, typed: dict[str, str]
) -> None:
    asked = client.post(settings(shop, f"members/{maya.pk}/{path}"), ROLE | typed)
    maya.refresh_from_db()
    assert (maya.role, maya.active) == (Role.REVIEWER, True)
    done = confirm(client, asked, "Changing what Maya may do needs your password again.")
    said = text_of(done)
    assert any(
        words in said
        for words in ("Maya is saved: admin", "was deactivated", "The limit of Maya is in force")
    )


def test_a_new_name_asks_nobody(shop: Tenant, maya: Membership, client: Client) -> None:
    typed = ROLE | {"role": "reviewer", "display_name": "Maya Okafor"}
    saved = client.post(settings(shop, f"members/{maya.pk}/"), typed, follow=True)
    assert "Maya Okafor is saved" in text_of(saved)


def test_a_token_is_shown_once_after_the_proof(shop: Tenant, client: Client) -> None:
    asked = client.post(settings(shop, "tokens/"), TOKEN)
    assert not ApiToken.objects.exists()
    made = confirm(client, asked, "Making an API token needs your password again.")
    token = ApiToken.objects.get()
    assert token.prefix in text_of(made)
    assert "no-store" in made["Cache-Control"]
    # The same form again makes no second one.
    client.post(asked["Location"], {"password": PASSWORD}, follow=True)
    assert ApiToken.objects.count() == 1


def test_an_admin_is_invited_after_the_proof_and_others_without(
    shop: Tenant, client: Client, sink: Sink
) -> None:
    client.post(settings(shop, "members/invite/"), INVITED | {"role": "reviewer"})
    admin = {"email": "per@northline.example", "display_name": "Per", "role": "admin"}
    asked = client.post(settings(shop, "members/invite/"), admin)
    with tenant_scope(shop.pk):
        assert [one.display_name for one in Invitation.objects.all()] == ["Noor"]
    done = confirm(client, asked, "Inviting an admin needs your password again.")
    assert "per@northline.example has a mail" in text_of(done)


def test_who_has_neither_password_nor_code_is_told_to_sign_in_again(
    shop: Tenant, admin: Membership
) -> None:
    client = proven(signed_in(admin), ago=LONG_AGO)
    refused = client.post(settings(shop, "tokens/"), TOKEN)
    assert refused.status_code == 403
    assert "Sign out and in, then go on." in text_of(refused)
    assert not ApiToken.objects.exists()
