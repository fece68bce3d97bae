"""Production refuses a database role that could undo the ledger's protection."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from django.core.checks import run_checks
from django.db.utils import ConnectionHandler
from pytest_django import Settings

from shopops.checks.database_role import role_problems
from shopops.settings.databases import from_url
from tests.support.programs import run_python

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Dsn = Callable[[str], str]


def _problems(url: str) -> set[str]:
    connection = ConnectionHandler({"default": from_url(url, name="URL")})["default"]
    try:
        return {problem.id or "" for problem in role_problems(connection)}
    finally:
        connection.close()


@pytest.fixture
def risky_role(superuser_dsn: str) -> Iterator[Callable[[str], str]]:
    """A login role with one dangerous power, given as SQL; gone afterwards."""
    with psycopg.connect(superuser_dsn, autocommit=True) as superuser:

        def make(power: str) -> str:
            superuser.execute("CREATE ROLE risky LOGIN")
            superuser.execute("GRANT CONNECT ON DATABASE shopops_test TO risky")
            superuser.execute(power.encode())
            return superuser_dsn.replace("//postgres@", "//risky@")

        yield make
        superuser.execute("DROP OWNED BY risky")
        superuser.execute("DROP ROLE risky")


def test_the_app_role_passes(role_dsn: Dsn) -> None:
    assert _problems(role_dsn("so_app")) == set()


def test_a_superuser_fails(superuser_dsn: str) -> None:
    assert _problems(superuser_dsn) == {"shopops.E003"}


def test_the_migrate_role_fails_because_it_acts_as_the_owner(role_dsn: Dsn) -> None:
    assert _problems(role_dsn("so_migrate")) == {"shopops.E006"}


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("ALTER ROLE risky BYPASSRLS", "shopops.E004"),
        ("ALTER ROLE risky CREATEROLE", "shopops.E005"),
        (
            "CREATE TABLE public.mine (id int); ALTER TABLE public.mine OWNER TO risky",
            "shopops.E006",
        ),
        ("GRANT so_owner TO risky", "shopops.E007"),
    ],
)
def test_a_role_with_power_over_the_tables_fails(
    risky_role: Callable[[str], str], power: str, code: str
) -> None:
    assert _problems(risky_role(power)) == {code}


def test_a_database_that_does_not_answer_fails(role_dsn: Dsn) -> None:
    assert _problems(role_dsn("so_nobody")) == {"shopops.E008"}


def test_only_production_asks_the_database(settings: Settings) -> None:
    settings.SHOPOPS_ENV = "development"
    assert [m for m in run_checks(databases=["default"]) if "shopops" in (m.id or "")] == []


@pytest.mark.slow
@pytest.mark.parametrize("role", ["so_app", "so_migrate"])
def test_a_production_web_server_starts_only_as_the_app_role(role_dsn: Dsn, role: str) -> None:
    done = run_python(
        "-W",
        "ignore",
        "-c",
        "import shopops.wsgi",
        SHOPOPS_ENV="production",
        SHOPOPS_SECRET_KEY="k" * 60,
        SHOPOPS_INBOUND_SECRET="s" * 40,
        DATABASE_URL=role_dsn(role),
    )
    assert ("shopops.E006" in done.stderr, done.returncode) == (
        (False, 0) if role == "so_app" else (True, 1)
    ), done.stderr


@pytest.mark.slow
def test_a_production_worker_refuses_the_default_secret(role_dsn: Dsn) -> None:
    done = run_python(
        "-m",
        "celery",
        "-A",
        "shopops.celery_app",
        "worker",
        "--pool=threads",
        SHOPOPS_ENV="production",
        DATABASE_URL=role_dsn("so_app"),
        CELERY_BROKER_URL="memory://",
    )
    assert "shopops.E001" in done.stderr
    assert done.returncode != 0
