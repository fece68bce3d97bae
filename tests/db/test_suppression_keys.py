"""Who wants no mail gets none, whatever becomes of this site's keys."""

import pytest
from pytest_django import Settings

from shopops.connectors.models import Suppressed
from shopops.connectors.suppression import is_suppressed, ref_of
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pipeline import open_shop

pytestmark = pytest.mark.django_db
ADDRESS = "ines@example.com"
FOR_EVER = "a key that is never changed, of more than thirty-two characters"


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


def put_on(shop: Tenant, entry: str) -> None:
    with tenant_scope(shop.pk):
        Suppressed.objects.create(
            tenant=shop, ref=ref_of(shop.pk, entry), shown="i…@example.com", reason="asked for it"
        )


def listed(shop: Tenant) -> bool:
    with tenant_scope(shop.pk):
        return is_suppressed(shop.pk, ADDRESS)


def change_secret(settings: Settings, *, kept: bool) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if kept else []
    settings.SECRET_KEY = "another secret key, of more than fifty characters, so that it may be one"


@pytest.mark.parametrize("entry", [ADDRESS, "@example.com"])
def test_an_entry_from_before_the_secret_key_was_changed_counts_while_the_old_one_is_kept(
    shop: Tenant, settings: Settings, entry: str
) -> None:
    put_on(shop, entry)
    change_secret(settings, kept=True)
    assert listed(shop)
    settings.SHOPOPS_CODE_KEY = FOR_EVER  # as of now
    assert listed(shop)


def test_with_a_code_key_an_entry_outlives_the_secret_key(shop: Tenant, settings: Settings) -> None:
    settings.SHOPOPS_CODE_KEY = FOR_EVER
    put_on(shop, ADDRESS)
    change_secret(settings, kept=False)
    assert listed(shop)
