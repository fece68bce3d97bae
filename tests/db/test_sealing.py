"""What is secret in the database is sealed, and changes its key without being lost."""

from collections.abc import Iterator
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from shopops.acknowledgments.models import InboundMail, MailStatus
from shopops.connections.models import Connection, Delivery, Taken
from shopops.connections.settings import sealed, settings_of
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, Unreadable, seal, unseal
from tests.support.pipeline import NOON, open_shop
from tests.support.signing_in import code_of, person, sign_in, with_factor

pytestmark = pytest.mark.django_db
OLD, NEW = "old-vault-key-" * 3, "new-vault-key-" * 3
SETTINGS = {"address": "https://shop.example", "secret_out": "whsec_very-secret"}
MAIL = b"From: maya@shop.example\r\n\r\nABCDE-FGHJK\r\n"


@pytest.fixture(autouse=True)
def old_key() -> Iterator[None]:
    with override_settings(SHOPOPS_VAULT_KEYS=[OLD]):
        yield


def resealed() -> str:
    said = StringIO()
    call_command("reseal", stdout=said)
    return said.getvalue()


def a_mail() -> InboundMail:
    shop = open_shop("store_mail")
    sealed = seal(MAIL, purpose=Purpose.INBOUND_MAIL)
    with tenant_scope(shop.pk):
        return InboundMail.objects.create(
            tenant=shop,
            source="raw",
            received_at=NOON,
            size=1,
            sealed=sealed,
            reply=sealed,
            status=MailStatus.RECEIVED,
        )


def a_connected_shop(shop: Tenant) -> tuple[Connection, Delivery]:
    with tenant_scope(shop.pk):
        connection = Connection.objects.create(
            tenant=shop, connector="generic", title="Own", settings_sealed=sealed(SETTINGS)
        )
        came = Delivery.objects.create(
            tenant=shop,
            connection=connection,
            delivery_id="1",
            topic="order.updated",
            body=seal(MAIL, purpose=Purpose.DELIVERY),
            outcome=Taken.TAKEN,
        )
    return connection, came


def counts(said: str) -> list[int]:
    """Second factors, mails, connected shops, deliveries, orders of known customers."""
    return [int(word) for word in said.split() if word.isdigit()]


def test_no_secret_stands_in_the_database_as_it_is() -> None:
    secret = with_factor(person().member.user)
    kept = Authenticator.objects.values_list("data", flat=True)
    assert len(kept) == 2
    assert not any(secret in str(data) for data in kept)
    mail = a_mail()
    shop, came = a_connected_shop(mail.tenant)
    assert b"ABCDE" not in bytes(mail.sealed or b"") + bytes(came.body or b"")
    assert b"very-secret" not in bytes(shop.settings_sealed)


def test_after_the_key_was_changed_nothing_needs_the_old_one_and_people_still_sign_in() -> None:
    secret = with_factor(person().member.user)
    mail = a_mail()
    shop, came = a_connected_shop(mail.tenant)
    with override_settings(SHOPOPS_VAULT_KEYS=[NEW, OLD]):
        assert counts(resealed()) == [2, 1, 1, 1, 0]
        assert counts(resealed()) == [0, 0, 0, 0, 0]
    with override_settings(SHOPOPS_VAULT_KEYS=[NEW]):
        mail.refresh_from_db()
        for part in (mail.sealed, mail.reply):
            assert unseal(bytes(part or b""), purpose=Purpose.INBOUND_MAIL) == MAIL
        shop.refresh_from_db()
        came.refresh_from_db()
        assert settings_of(shop) == SETTINGS
        assert unseal(bytes(came.body or b""), purpose=Purpose.DELIVERY) == MAIL
        codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
        assert len(codes) == 10
        client = Client()
        sign_in(client)
        answer = client.post("/sign-in/code/", {"code": code_of(secret)})
        assert (answer.status_code, client.get("/account/").status_code) == (302, 200)


def test_what_the_site_s_secret_sealed_is_taken_over_by_a_vault_key() -> None:
    with override_settings(SHOPOPS_VAULT_KEYS=[]):
        with_factor(person().member.user)
    assert counts(resealed()) == [2, 0, 0, 0, 0]
    with override_settings(SECRET_KEY="another-secret-" * 4, SECRET_KEY_FALLBACKS=[]):
        assert counts(resealed()) == [0, 0, 0, 0, 0]


def test_a_key_that_was_taken_away_too_early_is_named_as_missing() -> None:
    with_factor(person().member.user)
    with (
        override_settings(SHOPOPS_VAULT_KEYS=[NEW]),
        pytest.raises(CommandError, match="SHOPOPS_VAULT_KEYS"),
    ):
        resealed()


def test_what_was_sealed_for_one_purpose_is_nothing_for_another() -> None:
    sealed = seal(b"secret", purpose=Purpose.SECOND_FACTOR)
    with pytest.raises(Unreadable):
        unseal(sealed, purpose=Purpose.LETTER)
