"""One scope, one shop, one commit."""

import pytest
from django.db import DatabaseError, connection

from shopops import ledger
from shopops.tenants.models import Tenant
from shopops.tenants.refusals import AppendOnlyRefused, NoTenantScope
from shopops.tenants.scope import SETTING, tenant_scope
from tests.support.pipeline import open_shop, resolve_fakes


def _setting() -> str | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(%s, true)", [SETTING])
        row: tuple[str | None] = cursor.fetchone()
    return row[0]


@pytest.mark.django_db(transaction=True)
def test_nothing_of_the_shop_is_left_after_a_scope() -> None:
    shop = open_shop()
    with tenant_scope(shop.pk):
        assert _setting() == str(shop.pk)
    assert not _setting()
    with pytest.raises(ZeroDivisionError), tenant_scope(shop.pk):
        raise ZeroDivisionError
    assert not _setting()


@pytest.mark.django_db(transaction=True)
def test_a_scope_inside_a_scope_is_refused() -> None:
    shop, other = open_shop(), open_shop("other")
    with (
        pytest.raises(RuntimeError, match="durable"),
        tenant_scope(shop.pk),
        tenant_scope(other.pk),
    ):
        pass


@pytest.mark.django_db(transaction=True)
def test_an_error_undoes_the_whole_scope() -> None:
    shop = open_shop()
    with pytest.raises(ZeroDivisionError), tenant_scope(shop.pk):
        _ = Tenant.objects.update(name="Other") / 0
    assert Tenant.objects.get().name == shop.name


@pytest.mark.django_db
def test_the_ledger_is_closed_outside_of_a_scope() -> None:
    shop = open_shop()
    resolve_fakes(shop, ["O-1001"])
    with pytest.raises(DatabaseError, match="no tenant scope"):
        ledger.timeline(shop.pk, "O-1001")


@pytest.mark.django_db
def test_a_scope_shows_one_shops_ledger_only() -> None:
    shop, other = open_shop(), open_shop("other")
    resolve_fakes(shop, ["O-1001"])
    with tenant_scope(other.pk):
        assert ledger.timeline(shop.pk, "O-1001") == []


@pytest.mark.django_db
def test_what_the_database_refuses_arrives_as_its_own_exception() -> None:
    shop = open_shop()
    for statement, refusal in (
        ("DELETE FROM tenants_thresholdversion", AppendOnlyRefused),
        (f"SELECT set_config('{SETTING}', '', true), shopops_tenant()", NoTenantScope),
    ):
        with pytest.raises(refusal), tenant_scope(shop.pk), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.django_db
def test_every_other_database_error_stays_what_it_is() -> None:
    shop = open_shop()
    with (
        pytest.raises(DatabaseError, match="division by zero") as raised,
        tenant_scope(shop.pk),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT 1 / 0")
    assert type(raised.value).__module__ == "django.db.utils"
