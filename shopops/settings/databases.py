"""From database addresses to Django's DATABASES, by the role that the command needs."""

from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from shopops.embedded.layout import SOCKET_PORT, Layout
from shopops.embedded.roles import APP_ROLE, DATABASE_NAME, MIGRATE_ROLE
from shopops.settings.environment import Environment, SettingRefused

MIGRATING_COMMANDS = frozenset({"migrate"})


def migrating(arguments: list[str]) -> bool:
    """Whether this process is a command that changes tables."""
    return len(arguments) > 1 and arguments[1] in MIGRATING_COMMANDS


def databases(env: Environment, *, var: Path, migrating: bool) -> dict[str, Any]:
    """Connect as the migrate role for `migrate`, as the app role for everything else."""
    name = "MIGRATE_DATABASE_URL" if migrating else "DATABASE_URL"
    url = env.text(name, "")
    if url:
        return {"default": from_url(url, name=name)}
    if migrating and env.text("DATABASE_URL", ""):
        raise SettingRefused(
            "DATABASE_URL is set and MIGRATE_DATABASE_URL is not: set it to the same database "
            "with the migrate role, because the app role may not change tables."
        )
    role = MIGRATE_ROLE if migrating else APP_ROLE
    return {"default": embedded(var, role=role)}


def from_url(url: str, *, name: str) -> dict[str, Any]:
    """Django's settings for a libpq address; options Django has no key for go to OPTIONS."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        raise SettingRefused(
            f"{name} is not a PostgreSQL address: write postgresql://user:password@host/database."
        ) from None
    if not parts.get("dbname"):
        raise SettingRefused(f"{name} names no database: write it after the host's slash.")
    return _entry(
        name=str(parts.pop("dbname")),
        user=str(parts.pop("user", "")),
        password=str(parts.pop("password", "")),
        host=str(parts.pop("host", "")),
        port=str(parts.pop("port", "")),
        options=parts,
    )


def embedded(var: Path, *, role: str) -> dict[str, Any]:
    socket_folder = str(Layout.below(var).socket_folder)
    return _entry(
        name=DATABASE_NAME,
        user=role,
        password="",
        host=socket_folder,
        # Said aloud, or a PGPORT in the environment would win.
        port=SOCKET_PORT,
        options={},
    )


def _entry(
    *, name: str, user: str, password: str, host: str, port: str, options: dict[str, Any]
) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": user,
        "PASSWORD": password,
        "HOST": host,
        "PORT": port,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }
