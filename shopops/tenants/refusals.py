"""What the database refuses, as exceptions that say it; told apart by our own SQLSTATEs.

A room that raises an SQLSTATE of its own in a trigger subclasses `DatabaseRefusal` beside it.
"""

from typing import ClassVar

from django.db import DatabaseError


class DatabaseRefusal(DatabaseError):
    """The database refused this to keep a promise; nothing of the transaction was written."""

    sqlstate: ClassVar[str] = ""
    by_sqlstate: ClassVar[dict[str, type["DatabaseRefusal"]]] = {}

    def __init_subclass__(cls) -> None:
        if "sqlstate" in vars(cls):
            DatabaseRefusal.by_sqlstate[cls.sqlstate] = cls


class AppendOnlyRefused(DatabaseRefusal):
    """This table only grows: what was written stays as it was written."""

    sqlstate = "SO001"


class NoTenantScope(DatabaseRefusal):
    """A tenant's rows are reached inside tenant_scope only."""

    sqlstate = "SO002"


def sqlstate_of(error: BaseException) -> str | None:
    """The SQLSTATE of an error as Django raised it, or as psycopg did."""
    cause = error if getattr(error, "sqlstate", None) else error.__cause__
    return getattr(cause, "sqlstate", None)


def refusal_of(error: DatabaseError) -> DatabaseRefusal | None:
    """Our exception for an SQLSTATE of ours; None for every other database error."""
    if isinstance(error, DatabaseRefusal):
        return None
    kind = DatabaseRefusal.by_sqlstate.get(sqlstate_of(error) or "")
    return None if kind is None else kind(str(error).partition("\n")[0])
