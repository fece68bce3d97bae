"""What every test can ask for: the database as the app role, and addresses for other roles."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connections
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from shopops.celery_app import app as celery
from shopops.embedded.roles import APP_ROLE
from tests.support.clock import Clock, stopped_clock
from tests.support.clusters import Cluster, running_cluster
from tests.support.transactions import clone_instead_of_flush

DATABASE = "shopops_test"


@pytest.fixture(scope="session")
def pg_server() -> Iterator[Cluster]:
    """This process's own PostgreSQL server."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def django_db_setup(pg_server: Cluster, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Point Django at a clone of the migrated template, signed in as the app role."""
    pg_server.clone(DATABASE)
    connection = connections["default"]
    connection.settings_dict.update(
        NAME=DATABASE,
        USER=APP_ROLE,
        PASSWORD="",
        HOST=str(pg_server.server.socket_folder),
        PORT="5432",
        CONN_MAX_AGE=0,
    )
    with clone_instead_of_flush(pg_server, DATABASE):
        yield
    with django_db_blocker.unblock():
        connections.close_all()


@pytest.fixture(scope="session", autouse=True)
def queue_in_memory() -> None:
    """What tests enqueue stays in this process, whatever broker the environment names."""
    celery.conf.update(broker_url="memory://", broker_transport_options={})


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hashing that is slow on purpose takes half a second for each person of a test."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture
def role_dsn(pg_server: Cluster, django_db_setup: None) -> Callable[[str], str]:
    """`role_dsn("so_audit")` is the address of the test database for that role."""
    return lambda role: pg_server.server.url(user=role, database=DATABASE)


@pytest.fixture
def superuser_dsn(role_dsn: Callable[[str], str]) -> str:
    """The address of the test database for the superuser, who may do everything."""
    return role_dsn("postgres")


@pytest.fixture
def clock(superuser_dsn: str) -> Iterator[Clock]:
    """The database's clock, which stands still and is moved: `clock.move(minutes=61)`."""
    with stopped_clock(superuser_dsn) as stopped:
        yield stopped
