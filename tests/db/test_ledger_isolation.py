"""Row level security: each tenant's rows in its own scope, everything to the auditor."""

from collections.abc import Callable

import psycopg
import pytest
from django.db import DatabaseError, connection

from shopops.ledger.models import Event, Link
from shopops.tenants.refusals import sqlstate_of
from shopops.tenants.scope import tenant_scope
from tests.support.ledger import a_tenant, an_event, one_value, written

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]
TABLES = ["ledger_event", "ledger_link"]


@pytest.mark.parametrize("table", TABLES)
def test_another_tenant_s_rows_are_invisible_to_sql_without_any_filter(table: str) -> None:
    north, south = a_tenant("north"), a_tenant("south")
    written(north, an_event(), an_event())
    written(south, an_event())
    for tenant, number in ((north, 2), (south, 1), (a_tenant("new"), 0)):
        with tenant_scope(tenant.pk):
            assert one_value(f"SELECT count(*) FROM {table}") == number
            assert one_value(f"SELECT count(*) FROM {table} WHERE tenant_id <> %s", tenant.pk) == 0


@pytest.mark.parametrize("model", [Event, Link])
def test_reading_without_a_scope_is_refused_even_where_nothing_is_written(
    model: type[Event] | type[Link],
) -> None:
    with pytest.raises(DatabaseError, match="no tenant scope") as refused:
        model.objects.count()
    assert sqlstate_of(refused.value) == "SO002"


def test_a_scope_that_ended_leaves_nothing_behind() -> None:
    tenant = a_tenant()
    written(tenant, an_event())
    with pytest.raises(DatabaseError, match="no tenant scope"), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM ledger_event")


@pytest.mark.django_db(transaction=True)
def test_a_committed_scope_leaves_nothing_behind_on_its_connection() -> None:
    tenant = a_tenant()
    written(tenant, an_event())
    with pytest.raises(DatabaseError, match="no tenant scope"), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM ledger_event")


@pytest.mark.django_db(transaction=True)
def test_the_auditor_reads_everything_and_writes_nothing(role_dsn: Callable[[str], str]) -> None:
    written(a_tenant("north"), an_event())
    written(a_tenant("south"), an_event())
    with psycopg.connect(role_dsn("so_audit"), autocommit=True) as auditor:
        for table in TABLES:
            assert auditor.execute(f"SELECT count(*) FROM {table}").fetchone() == (2,)
            for change in (
                f"UPDATE {table} SET tenant_id = 1",
                f"DELETE FROM {table}",
                f"TRUNCATE {table}",
                f"INSERT INTO {table} DEFAULT VALUES",
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    auditor.execute(change)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            auditor.execute(f"SELECT ledger_append(1{', null' * 10})")


@pytest.mark.django_db(transaction=True)
def test_somebody_else_s_role_reads_nothing(superuser_dsn: str) -> None:
    written(a_tenant(), an_event())
    with psycopg.connect(superuser_dsn) as superuser:
        superuser.execute("CREATE ROLE passer_by")
        try:
            superuser.execute("SET ROLE passer_by")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                superuser.execute("SELECT * FROM public.ledger_event")
        finally:
            superuser.rollback()
