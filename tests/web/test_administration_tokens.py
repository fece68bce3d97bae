"""The page on which an admin makes, replaces and revokes API tokens."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from shopops.administration.tokens import create_token
from shopops.ledger import EventKind
from shopops.tenants.models import ApiToken, Membership, Role, Tenant
from shopops.tenants.tokens import Scope, find_token
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import kind_of

pytestmark = pytest.mark.django_db
SECRET = re.compile(r'class="secret"[^>]*>(so_[^<]+)<')
SEEN = re.compile(r'name="seen_expires" value="([^"]*)"')


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


def page(shop: Tenant, path: str = "") -> str:
    return f"/t/{shop.slug}/settings/tokens/{path}"


def make(client: Client, shop: Tenant, **typed: Any) -> Any:
    form = {"name": "warehouse", "scopes": ["orders:write"], "days": "90"} | typed
    return client.post(page(shop), form)


def secret_in(answer: Any) -> str:
    found = SECRET.search(answer.content.decode())
    assert found is not None
    return found[1]


def replace(client: Client, token: ApiToken, seen: str, overlap: str = "1") -> Any:
    form = {"seen_expires": seen, "overlap": overlap, "days": "90"}
    return client.post(page(token.tenant, f"{token.pk}/replace/"), form)


def test_a_secret_is_shown_once_in_an_answer_that_nothing_keeps(
    shop: Tenant, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answer = make(client, shop)
    assert answer.status_code == 200  # no redirect carries it
    assert "no-store" in answer["Cache-Control"]
    secret = secret_in(answer)
    assert b'data-copy="token-secret"' in answer.content
    token = find_token(secret, now=timezone.now())
    assert token is not None
    assert token.scopes == ["orders:write"]
    assert token.expires_at == token.created_at + timedelta(days=90)
    listed = client.get(page(shop))
    assert secret not in listed.content.decode()
    assert f"warehouse {token.prefix}…" in text_of(listed)
    assert secret not in str(kind_of(shop, EventKind.TOKEN))
    assert secret not in caplog.text
    again = make(client, shop)  # the page sent once more
    assert again.status_code == 422
    assert "with this name works already" in text_of(again)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"scopes": []}, "Choose at least one."),
        ({"scopes": ["alarms:ring"]}, "names the skill that it speaks for"),
        ({"scopes": ["review:decide"]}, "Choose whose decisions it sends."),
        ({"scopes": ["everything"]}, "valid choice"),
        ({"days": "366"}, "less than or equal to 365"),
        ({"days": ""}, "required"),
    ],
)
def test_what_no_token_may_be_is_refused_with_the_reason(
    shop: Tenant, client: Client, typed: dict[str, Any], words: str
) -> None:
    answer = make(client, shop, **typed)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not ApiToken.objects.exists()


def test_a_token_that_decides_is_bound_to_somebody_who_may(shop: Tenant, client: Client) -> None:
    maya, jun = hire(shop, "Maya"), hire(shop, "Jun", Role.VIEWER)
    wanted = {"scopes": ["review:decide"], "acts_for": jun.pk}
    assert "valid choice" in text_of(make(client, shop, **wanted)).lower()
    make(client, shop, **{**wanted, "acts_for": maya.pk})
    assert ApiToken.objects.get().acts_for == maya
    assert "acts for Maya" in text_of(client.get(page(shop)))


def test_the_replaced_token_works_until_its_time_is_over_and_is_replaced_once(
    shop: Tenant, admin: Membership, client: Client
) -> None:
    now = timezone.now()
    old = create_token(
        tenant_id=shop.pk,
        name="agent",
        scopes=[Scope.ALARMS_RING],
        skill="carrier-watch",
        author=admin,
        now=now,
    )
    found = SEEN.search(client.get(page(shop)).content.decode())
    seen = found[1] if found else ""
    new = find_token(secret_in(replace(client, old.token, seen)), now=now)
    assert new is not None
    assert (new.name, new.skill, new.scopes) == ("agent", "carrier-watch", ["alarms:ring"])
    assert find_token(old.secret, now=now + timedelta(hours=23)) is not None
    assert find_token(old.secret, now=now + timedelta(hours=25)) is None
    twice = replace(client, old.token, seen)
    assert twice.status_code == 409
    assert "replaced, revoked or ran out meanwhile" in text_of(twice)
    changes = [row["change"] for row in kind_of(shop, EventKind.TOKEN)]
    assert changes == ["created", "created", "replaced"]
    assert client.get(page(shop, f"{old.token.pk}/replace/"))["Location"] == page(shop)


def test_when_it_was_used_last_is_listed_to_the_minute(
    shop: Tenant, admin: Membership, client: Client
) -> None:
    now = timezone.now()
    made = create_token(
        tenant_id=shop.pk, name="agent", scopes=[Scope.RESOLVE], author=admin, now=now
    )
    assert "never used" in text_of(client.get(page(shop)))
    used = []
    for seconds in (0, 59, 61):
        find_token(made.secret, now=now + timedelta(seconds=seconds))
        made.token.refresh_from_db()
        used.append(made.token.last_used_at)
    assert used == [now, now, now + timedelta(seconds=61)]
    assert "last used" in text_of(client.get(page(shop)))


def test_a_revoked_token_works_no_more_and_is_listed_with_when(
    shop: Tenant, client: Client
) -> None:
    secret, token = secret_in(make(client, shop)), ApiToken.objects.get()
    answer = client.post(page(shop, f"{token.pk}/revoke/"), follow=True)
    assert f"warehouse ({token.prefix}…) is revoked." in text_of(answer)
    assert find_token(secret, now=timezone.now()) is None
    token.refresh_from_db()
    seen = token.expires_at.isoformat()
    assert replace(client, token, seen).status_code == 409
    again = client.post(page(shop, f"{token.pk}/revoke/"), follow=True)
    assert "was revoked before" in text_of(again)


def test_another_shop_s_token_looks_nonexistent(client: Client, shop: Tenant) -> None:
    theirs = open_shop("store_southline")
    made = create_token(
        tenant_id=theirs.pk,
        name="theirs",
        scopes=[Scope.RESOLVE],
        author=None,
        now=timezone.now(),
    )
    for verb in ("replace", "revoke"):
        answer = client.post(page(shop, f"{made.token.pk}/{verb}/"), {"overlap": "0", "days": "1"})
        assert answer.status_code == 404
    assert "theirs" not in text_of(client.get(page(shop)))
