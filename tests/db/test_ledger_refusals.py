"""Every way to change the ledger other than appending is refused: to the app role, through every
path that Django has and in SQL."""

from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from django.db import DatabaseError, connection, models
from django.db.models import ProtectedError
from django.db.models.sql.subqueries import DeleteQuery, InsertQuery, UpdateQuery

from shopops.ledger.exceptions import OneDoorOnly
from shopops.ledger.models import Event, Link
from shopops.tenants.models import Tenant
from shopops.tenants.refusals import AppendOnlyRefused, sqlstate_of
from shopops.tenants.scope import tenant_scope
from tests.support.ledger import NOON, a_tenant, an_event, written

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]
Row = Event | Link
MODELS: tuple[type[Row], ...] = (Event, Link)
NO_PRIVILEGE = "42501"
RESTRICTED = {"23001", "23503"}  # the older versions have no code of its own for RESTRICT


@pytest.fixture
def tenant() -> Tenant:
    tenant = a_tenant()
    written(tenant, an_event(), an_event())
    return tenant


def _rows(model: type[Row]) -> "models.QuerySet[Row]":
    return model.objects.all()  # type: ignore[return-value]


def _unsaved(model: type[Row], tenant: Tenant) -> Row:
    if model is Link:
        return Link(tenant=tenant, seq=9, event_id=an_event().event_id, leaf_hash=bytes(32))
    return Event(
        tenant=tenant,
        event_id=an_event().event_id,
        kind="intake",
        actor_type="agent",
        occurred_at=NOON,
        recorded_at=NOON,
        body="{}",
    )


FIELD = {Event: "body", Link: "leaf_hash"}
VALUE: dict[type[Row], object] = {Event: "{}", Link: bytes(32)}

PATHS: dict[str, Callable[[type[Row], Tenant], object]] = {
    "save": lambda model, _: _rows(model)[0].save(),
    "save of some fields": lambda model, _: _rows(model)[0].save(update_fields=[FIELD[model]]),
    "save of a new row": lambda model, tenant: _unsaved(model, tenant).save(),
    "save with force_insert": lambda model, tenant: _unsaved(model, tenant).save(force_insert=True),
    "save_base": lambda model, _: _rows(model)[0].save_base(raw=True),
    "create": lambda model, tenant: _rows(model).create(tenant=tenant),
    "get_or_create": lambda model, tenant: _rows(model).get_or_create(
        tenant=tenant, event_id=an_event().event_id
    ),
    "update_or_create": lambda model, tenant: _rows(model).update_or_create(
        tenant=tenant, defaults={FIELD[model]: VALUE[model]}
    ),
    "delete": lambda model, _: _rows(model)[0].delete(),
    "update of all": lambda model, _: _rows(model).update(**{FIELD[model]: VALUE[model]}),
    "delete of all": lambda model, _: _rows(model).delete(),
    "delete of none": lambda model, _: _rows(model).none().delete(),
    "raw delete": lambda model, _: _rows(model)._raw_delete(using="default"),
    "bulk_update": lambda model, _: _rows(model).bulk_update(list(_rows(model)), [FIELD[model]]),
    "bulk_create": lambda model, tenant: _rows(model).bulk_create([_unsaved(model, tenant)]),
    "bulk_create ignoring conflicts": lambda model, _: _rows(model).bulk_create(
        list(_rows(model)), ignore_conflicts=True
    ),
    "bulk_create updating conflicts": lambda model, _: _rows(model).bulk_create(
        list(_rows(model)),
        update_conflicts=True,
        update_fields=[FIELD[model]],
        unique_fields=["tenant", "event_id"],
    ),
    "the base manager's update": lambda model, _: model._base_manager.update(
        **{FIELD[model]: VALUE[model]}
    ),
    "the base manager's delete": lambda model, _: model._base_manager.all().delete(),
    "an asynchronous update": lambda model, _: async_to_sync(_rows(model).aupdate)(
        **{FIELD[model]: VALUE[model]}
    ),
    "an asynchronous delete": lambda model, _: async_to_sync(_rows(model).adelete)(),
}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("path", PATHS)
def test_django_is_refused(path: str, model: type[Row], tenant: Tenant) -> None:
    before = _content(tenant)
    with pytest.raises((AppendOnlyRefused, OneDoorOnly)), tenant_scope(tenant.pk):
        PATHS[path](model, tenant)
    assert _content(tenant) == before


def _content(tenant: Tenant) -> list[object]:
    with tenant_scope(tenant.pk):
        return [list(_rows(model).order_by("event_id").values()) for model in MODELS]


def _insert(model: type[Row], tenant: Tenant) -> None:
    query = InsertQuery(model)
    query.insert_values(
        [f for f in model._meta.concrete_fields if f.name != "id" and not f.generated],
        [_unsaved(model, tenant)],
    )
    query.get_compiler("default").execute_sql()


def _update(model: type[Row], _: Tenant) -> None:
    query = UpdateQuery(model)
    query.add_update_values({FIELD[model]: VALUE[model]})
    query.get_compiler("default").execute_sql("rows")


def _delete(model: type[Row], _: Tenant) -> None:
    DeleteQuery(model).get_compiler("default").execute_sql("rows")


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("below_the_guards", [_insert, _update, _delete])
def test_below_django_s_guards_the_database_refuses_the_app_role(
    below_the_guards: Callable[[type[Row], Tenant], None], model: type[Row], tenant: Tenant
) -> None:
    with pytest.raises(DatabaseError) as refused, tenant_scope(tenant.pk):
        below_the_guards(model, tenant)
    assert sqlstate_of(refused.value) == NO_PRIVILEGE


def _sqlstate_of_sql(tenant: Tenant, statement: str) -> str | None:
    with pytest.raises(DatabaseError) as refused, tenant_scope(tenant.pk):  # noqa: SIM117
        with connection.cursor() as cursor:
            cursor.execute(statement)
    return sqlstate_of(refused.value)


@pytest.mark.parametrize("table", ["ledger_event", "ledger_link", "ledger_tenant_lock"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET tenant_id = tenant_id",
        "UPDATE {table} SET tenant_id = tenant_id WHERE false",
        "DELETE FROM {table}",
        "DELETE FROM {table} WHERE false",
        "TRUNCATE {table}",
        "TRUNCATE {table} CASCADE",
        "INSERT INTO {table} DEFAULT VALUES",
        "COPY {table} (tenant_id) FROM STDIN",
        "LOCK {table} IN EXCLUSIVE MODE",
        "SELECT * FROM {table} FOR UPDATE",
        "DROP TABLE {table}",
        "ALTER TABLE {table} DISABLE TRIGGER ALL",
        "ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
        "CREATE TRIGGER mine BEFORE INSERT ON {table} EXECUTE FUNCTION shopops_deny()",
        "CREATE RULE mine AS ON INSERT TO {table} DO INSTEAD NOTHING",
    ],
)
def test_sql_of_the_app_role_is_refused(statement: str, table: str, tenant: Tenant) -> None:
    assert _sqlstate_of_sql(tenant, statement.format(table=table)) == NO_PRIVILEGE


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT ledger_before_insert()",
        "SELECT ledger_at_commit()",
        "CREATE OR REPLACE FUNCTION shopops_deny() RETURNS trigger LANGUAGE sql AS 'SELECT 1'",
        "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "ALTER FUNCTION shopops_tenant() VOLATILE",
        "SET session_replication_role = replica",
        "SET ROLE so_owner",
        "SELECT nextval('ledger_event_id_seq')",
    ],
)
def test_the_app_role_gets_no_nearer_to_what_keeps_the_ledger(
    statement: str, tenant: Tenant
) -> None:
    assert _sqlstate_of_sql(tenant, statement) == NO_PRIVILEGE


def test_a_tenant_with_a_ledger_is_not_deleted_with_it(tenant: Tenant) -> None:
    with pytest.raises(ProtectedError), tenant_scope(tenant.pk):
        tenant.delete()
    with pytest.raises(ProtectedError), tenant_scope(tenant.pk):
        Tenant.objects.filter(pk=tenant.pk).delete()
    in_sql = f"DELETE FROM tenants_tenant WHERE id = {tenant.pk}"
    assert _sqlstate_of_sql(tenant, in_sql) in RESTRICTED
