"""Packs, evidence, links and verdicts stay as they were written, by whichever path one tries."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.core import serializers
from django.db import connection, models
from django.db.models import ProtectedError

from shopops.proposals.models import Action, Evidence, EvidenceLink, Pack, Proposal, Verdict
from shopops.tenants.models import Tenant
from shopops.tenants.refusals import AppendOnlyRefused
from shopops.tenants.scope import tenant_scope
from tests.support.pipeline import open_shop, resolve_fakes

KINDS = (Pack, Evidence, EvidenceLink, Verdict)
# A column of each table that a forger would like to change.
COLUMN = {
    Pack: "order_id",
    Evidence: "json_path",
    EvidenceLink: "evidence_id",
    Verdict: "outcome",
    Proposal: "track",
    Action: "amount_minor",
}
APPEND_ONLY = pytest.mark.parametrize("kind", KINDS)
EVERY_KIND = pytest.mark.parametrize("kind", COLUMN)

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    tenant = open_shop()
    resolve_fakes(tenant, ["O-1001"])
    return tenant


def _raw(tenant: Tenant, statement: str) -> None:
    with tenant_scope(tenant.pk), connection.cursor() as cursor:
        cursor.execute(statement)


@APPEND_ONLY
def test_a_raw_update_is_refused(shop: Tenant, kind: type[models.Model]) -> None:
    table, column = kind._meta.db_table, COLUMN[kind]
    with pytest.raises(AppendOnlyRefused, match=f"UPDATE on {table} refused"):
        _raw(shop, f"UPDATE {table} SET {column} = {column}")


@APPEND_ONLY
def test_a_raw_upsert_is_refused(shop: Tenant, kind: type[models.Model]) -> None:
    table, column = kind._meta.db_table, COLUMN[kind]
    with pytest.raises(AppendOnlyRefused, match=f"UPDATE on {table} refused"):
        _raw(
            shop,
            f"INSERT INTO {table} SELECT * FROM {table} LIMIT 1 "
            f"ON CONFLICT (id) DO UPDATE SET {column} = excluded.{column}",
        )


@EVERY_KIND
def test_a_raw_delete_is_refused(shop: Tenant, kind: type[models.Model]) -> None:
    table = kind._meta.db_table
    with pytest.raises(AppendOnlyRefused, match=f"DELETE on {table} refused"):
        _raw(shop, f"DELETE FROM {table}")


@EVERY_KIND
def test_the_app_role_may_not_truncate(shop: Tenant, kind: type[models.Model]) -> None:
    with pytest.raises(Exception, match="permission denied") as refused:
        _raw(shop, f"TRUNCATE {kind._meta.db_table} CASCADE")
    assert refused.value.__cause__.sqlstate == "42501"


@pytest.mark.parametrize("role", ["so_migrate", "postgres"])
@EVERY_KIND
def test_not_even_the_owner_truncates(
    kind: type[models.Model], role: str, role_dsn: Callable[[str], str]
) -> None:
    with psycopg.connect(role_dsn(role)) as owner, pytest.raises(psycopg.Error) as refused:
        owner.execute(f"TRUNCATE {kind._meta.db_table} CASCADE")
    assert refused.value.sqlstate == "SO001"


@EVERY_KIND
def test_replication_mode_does_not_switch_the_guard_off(
    kind: type[models.Model], superuser_dsn: str
) -> None:
    with psycopg.connect(superuser_dsn) as owner:
        owner.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.Error) as refused:
            owner.execute(f"DELETE FROM {kind._meta.db_table}")
    assert refused.value.sqlstate == "SO001"


def _save(row: Any) -> None:
    row.save()


def _save_one_field(row: Any) -> None:
    row.save(update_fields=[COLUMN[type(row)]])


def _save_forced(row: Any) -> None:
    row.save(force_update=True)


def _save_a_copy_with_the_same_key(row: Any) -> None:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    type(row)(**values).save_base(raw=True)


def _load_a_fixture(row: Any) -> None:
    for item in serializers.deserialize("python", serializers.serialize("python", [row])):
        item.save()


def _update(row: Any) -> None:
    type(row).objects.filter(pk=row.pk).update(**{COLUMN[type(row)]: "x"})


def _update_by_the_base_manager(row: Any) -> None:
    type(row)._base_manager.filter(pk=row.pk).update(**{COLUMN[type(row)]: "x"})


def _bulk_update(row: Any) -> None:
    type(row).objects.bulk_update([row], [COLUMN[type(row)]])


def _bulk_create_that_updates(row: Any) -> None:
    type(row).objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=[COLUMN[type(row)]],
    )


def _bulk_create_that_ignores(row: Any) -> None:
    type(row).objects.bulk_create([row], ignore_conflicts=True)


def _update_or_create(row: Any) -> None:
    type(row).objects.update_or_create(pk=row.pk, defaults={COLUMN[type(row)]: "x"})


CHANGES = (
    _save,
    _save_one_field,
    _save_forced,
    _save_a_copy_with_the_same_key,
    _load_a_fixture,
    _update,
    _update_by_the_base_manager,
    _bulk_update,
    _bulk_create_that_updates,
    _bulk_create_that_ignores,
    _update_or_create,
)


@pytest.mark.parametrize("change", CHANGES)
@APPEND_ONLY
def test_django_refuses_to_change_a_row(
    shop: Tenant, kind: type[models.Model], change: Callable[[Any], None]
) -> None:
    row = kind._default_manager.first()
    with pytest.raises(AppendOnlyRefused), tenant_scope(shop.pk):
        change(row)


def _delete(row: Any) -> None:
    row.delete()


def _delete_all(row: Any) -> None:
    type(row).objects.all().delete()


def _delete_by_the_base_manager(row: Any) -> None:
    type(row)._base_manager.all().delete()


def _delete_raw(row: Any) -> None:
    type(row).objects.all()._raw_delete("default")


@pytest.mark.parametrize("delete", [_delete, _delete_all, _delete_by_the_base_manager, _delete_raw])
@EVERY_KIND
def test_django_refuses_to_delete_a_row(
    shop: Tenant, kind: type[models.Model], delete: Callable[[Any], None]
) -> None:
    row = kind._default_manager.first()
    with pytest.raises(AppendOnlyRefused), tenant_scope(shop.pk):
        delete(row)


def test_deleting_the_shop_does_not_cascade(shop: Tenant) -> None:
    with pytest.raises(ProtectedError), tenant_scope(shop.pk):
        shop.delete()
    assert Evidence.objects.of(shop.pk).exists()


def test_a_raw_delete_of_the_shop_does_not_cascade(shop: Tenant) -> None:
    with pytest.raises(Exception, match="foreign key") as refused:
        _raw(shop, f"DELETE FROM tenants_tenant WHERE id = {shop.pk}")
    assert refused.value.__cause__.sqlstate in {"23001", "23503"}
