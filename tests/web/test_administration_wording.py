"""The page on which an admin lets a model draft words: versioned, and never without a model."""

from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from shopops.ledger import EventKind
from shopops.review.drafting import switch
from shopops.review.models import WordingVersion
from shopops.tenants.models import Role, Tenant
from shopops.tenants.refusals import AppendOnlyRefused
from shopops.tenants.scope import tenant_scope
from tests.support.model_double import NAME, a_model
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import kind_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(shop: Tenant) -> Client:
    return signed_in(hire(shop, "Ada", Role.ADMIN))


def address(shop: Tenant) -> str:
    return f"/t/{shop.slug}/settings/wording/"


def save(client: Client, shop: Tenant, **typed: Any) -> Any:
    sent = {"drafts": "on", "reason": "To try it", "based_on": current(shop).version, **typed}
    return client.post(address(shop), sent)


def current(shop: Tenant) -> switch.Wording:
    with tenant_scope(shop.pk):
        return switch.current(shop.pk)


def versions(shop: Tenant) -> list[WordingVersion]:
    with tenant_scope(shop.pk):
        return list(WordingVersion.objects.of(shop.pk).select_related("author"))


def test_it_is_off_until_an_admin_says_otherwise(shop: Tenant, client: Client) -> None:
    assert not current(shop).drafts
    assert "usual settings: people write" in text_of(client.get(address(shop)))


def test_switching_it_on_makes_a_version_and_a_ledger_row(shop: Tenant, client: Client) -> None:
    with a_model():
        assert save(client, shop).status_code == 302
        page = text_of(client.get(address(shop)))
    saved = versions(shop)[0]
    assert (saved.version, saved.body["drafts"], saved.reason) == (1, True, "To try it")
    assert saved.author.display_name == "Ada"
    (event,) = kind_of(shop, EventKind.SETTINGS)
    assert (event["of"], event["version"], event["changed"]) == ("wording", 1, ["drafts"])
    assert current(shop).drafts
    assert "version 1: a model drafts" in page
    assert f"by {NAME} , configured for the whole site" in page
    for told in ("Ada", "To try it", "A model drafts words", "yes"):
        assert told in page


def test_without_a_model_the_page_says_so_and_it_can_t_be_switched_on(
    shop: Tenant, client: Client
) -> None:
    assert "No model is configured" in text_of(client.get(address(shop)))
    refused = save(client, shop)
    assert refused.status_code == 422
    assert "No model is configured, so none can be switched on." in text_of(refused)
    assert versions(shop) == []


def test_where_the_model_went_away_it_can_still_be_switched_off(
    shop: Tenant, client: Client
) -> None:
    with a_model():
        save(client, shop)
    assert "there is none to ask, so people write" in text_of(client.get(address(shop)))
    assert save(client, shop, drafts="off", reason="It is gone").status_code == 302
    assert not current(shop).drafts


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"reason": " "}, "Say why, in a few words."),
        ({"drafts": "off"}, "Nothing differs from the version in force"),
        ({"drafts": "perhaps"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_said_and_saves_nothing(
    shop: Tenant, client: Client, typed: dict[str, str], said: str
) -> None:
    with a_model():
        refused = save(client, shop, **typed)
    assert refused.status_code == 422
    assert said in text_of(refused)
    assert versions(shop) == []


def test_of_two_who_save_at_once_the_later_sees_what_is_in_force(
    shop: Tenant, client: Client
) -> None:
    with a_model():
        save(client, shop)
        late = save(client, shop, based_on=0)
    assert late.status_code == 409
    assert "Somebody saved other settings meanwhile" in text_of(late)
    assert len(versions(shop)) == 1


def test_only_admins_change_it_and_auditors_read_it(shop: Tenant, client: Client) -> None:
    auditor = signed_in(hire(shop, "Aud", Role.AUDITOR))
    assert "You may read these settings" in text_of(auditor.get(address(shop)))
    with a_model():
        assert save(auditor, shop).status_code == 403
        assert save(signed_in(hire(shop, "Maya")), shop).status_code == 403
    assert versions(shop) == []


def test_another_shop_s_switch_is_its_own(shop: Tenant, client: Client) -> None:
    other = open_shop("store_other")
    with a_model():
        assert save(client, other).status_code == 404
        save(client, shop)
    assert current(shop).drafts
    assert not current(other).drafts


def test_a_version_is_never_changed_or_deleted(shop: Tenant, client: Client) -> None:
    with a_model():
        save(client, shop)
    [saved] = versions(shop)
    with tenant_scope(shop.pk), pytest.raises(AppendOnlyRefused):
        saved.delete()
    with pytest.raises(DatabaseError), tenant_scope(shop.pk), connection.cursor() as cursor:
        cursor.execute("UPDATE review_wordingversion SET reason = 'x'")
