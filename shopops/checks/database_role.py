"""The database role that the site runs as must not be able to undo the ledger's protection."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

HINT = (
    "Let DATABASE_URL sign in as so_app; `python -m shopops.embedded roles --url …` sets the "
    "roles up."
)
# Both names: a role may sign in as one and act as another (ALTER ROLE … SET role).
POWERS = """
SELECT bool_or(rolsuper), bool_or(rolbypassrls), bool_or(rolcreaterole)
  FROM pg_roles WHERE rolname IN (session_user, current_user)
"""
OWNERS = """
SELECT DISTINCT pg_get_userbyid(relowner)
  FROM pg_class
 WHERE relkind IN ('r', 'p') AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
"""
IS_ONE_OF_US = "SELECT %s IN (session_user, current_user), pg_has_role(session_user, %s, 'MEMBER')"


def check_database_role(
    *,
    app_configs: Sequence[AppConfig] | None = None,
    databases: Sequence[str] | None = None,
    **kwargs: Any,
) -> list[CheckMessage]:
    """In production, for the databases that the check was asked about."""
    # `migrate` checks too, signed in as the migrate role on purpose.
    if settings.SHOPOPS_ENV != "production" or settings.SHOPOPS_MIGRATING:
        return []
    return [problem for alias in databases or () for problem in role_problems(connections[alias])]


def role_problems(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    try:
        with connection.cursor() as cursor:
            cursor.execute(POWERS)
            superuser, bypasses, makes_roles = cursor.fetchone()
            if superuser:
                return [_error("is a superuser", "shopops.E003")]
            found = [_error("bypasses row level security", "shopops.E004")] if bypasses else []
            if makes_roles:
                found.append(_error("may create roles, and so become the owner", "shopops.E005"))
            return found + _ownership(cursor)
    except DatabaseError as problem:
        reason = str(problem).strip().split("\n")[0]
        return [Error(f"The database cannot be asked ({reason}).", hint=HINT, id="shopops.E008")]


def _ownership(cursor: Any) -> list[CheckMessage]:
    cursor.execute(OWNERS)
    owners = [row[0] for row in cursor.fetchall()]
    found: list[CheckMessage] = []
    for owner in owners:
        cursor.execute(IS_ONE_OF_US, [owner, owner])
        same, member = cursor.fetchone()
        if same:
            found.append(_error("owns tables", "shopops.E006"))
        elif member:
            found.append(_error(f"is a member of {owner}, which owns tables", "shopops.E007"))
    return found


def _error(what: str, code: str) -> CheckMessage:
    return Error(f"The database role that the site signs in with {what}.", hint=HINT, id=code)
