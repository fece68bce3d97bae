"""A throwaway server for benchmarks, and Django pointed at one of its databases as the app role."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection

from shopops.embedded.roles import APP_ROLE
from tests.support.clusters import Cluster, running_cluster


@contextmanager
def server(*, durable: bool = False) -> Iterator[Cluster]:
    """`durable` where what is measured is the cost of a commit."""
    with running_cluster(durable=durable, on_disk=True) as cluster:
        with psycopg.connect(cluster.server.superuser_url(), autocommit=True) as superuser:
            superuser.execute("ALTER SYSTEM SET max_wal_size = '4GB'")
            superuser.execute("ALTER SYSTEM SET checkpoint_timeout = '30min'")
            superuser.execute("SELECT pg_reload_conf()")
        try:
            yield cluster
        finally:
            connection.close()


def work_on(cluster: Cluster, name: str) -> None:
    """From now on Django works on this database of the server."""
    connection.close()
    connection.settings_dict.update(
        NAME=name,
        USER=APP_ROLE,
        PASSWORD="",
        HOST=str(cluster.server.socket_folder),
        PORT="5432",
        CONN_MAX_AGE=None,
    )


@contextmanager
def superuser(cluster: Cluster, name: str) -> Iterator[psycopg.Connection]:
    """A session that seeds: row triggers and foreign keys are off, constraints stay on."""
    with psycopg.connect(
        cluster.server.superuser_url(name), autocommit=True, cursor_factory=psycopg.ClientCursor
    ) as session:
        session.execute("SET session_replication_role = replica")
        session.execute("SET work_mem = '256MB'")
        yield session
