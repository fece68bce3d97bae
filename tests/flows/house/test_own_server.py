"""A PostgreSQL server of one's own is prepared by one command, as the docs say."""

import psycopg
import pytest

from tests.support.clusters import Cluster
from tests.support.programs import run_python

pytestmark = pytest.mark.slow
NAME = "own_shop"


def test_roles_prepares_a_server_and_migrate_fills_it_for_the_app_role(pg_server: Cluster) -> None:
    server = pg_server.server
    for _ in range(2):
        prepared = run_python(
            *("-m", "shopops.embedded", "roles"),
            *("--url", server.superuser_url(), "--database", NAME),
        )
        assert (prepared.returncode, prepared.stderr) == (0, "")
        assert f"Database {NAME} is ready." in prepared.stdout
    migrated = run_python(
        *("manage.py", "migrate", "--verbosity=0"),
        DATABASE_URL=server.url(user="so_app", database=NAME),
        MIGRATE_DATABASE_URL=server.url(user="so_migrate", database=NAME),
    )
    assert migrated.returncode == 0, migrated.stderr
    with psycopg.connect(server.url(user="so_app", database=NAME)) as connection:
        assert connection.execute("SELECT count(*) FROM tenants_tenant").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE TABLE mine (id int)")
    pg_server.drop(NAME)


def test_without_a_superusers_address_it_says_so_in_one_sentence(pg_server: Cluster) -> None:
    address = pg_server.server.url(user="so_nobody", database="postgres")
    refused = run_python("-m", "shopops.embedded", "roles", "--url", address)
    assert refused.returncode == 1
    assert refused.stderr.startswith("ShopOps: The roles could not be set up (")
    assert "use the address of a superuser" in refused.stderr
    assert refused.stderr.count("\n") == 1
