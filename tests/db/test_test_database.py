"""The ground that every database test stands on."""

import psycopg
import pytest
from django.db import connection

from shopops.tenants.models import Tenant


def _one(query: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]


@pytest.mark.django_db
def test_tests_work_as_the_app_role() -> None:
    assert _one("SELECT current_user") == "so_app"


@pytest.mark.django_db
def test_the_owner_role_owns_every_table() -> None:
    assert _one(
        "SELECT array_agg(DISTINCT tableowner::text) FROM pg_tables"
        " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
    ) == ["so_owner"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_a_committed_row_is_gone_in_the_next_test(time: str, superuser_dsn: str) -> None:
    assert not Tenant.objects.exists()
    Tenant.objects.create(slug="shop", name=time)
    with psycopg.connect(superuser_dsn) as other:
        assert other.execute("SELECT name FROM tenants_tenant").fetchall() == [(time,)]


@pytest.mark.django_db
def test_the_app_role_may_not_change_tables() -> None:
    with pytest.raises(Exception, match=r"must be owner|permission denied"):
        _one("ALTER TABLE tenants_tenant ADD COLUMN extra int")
