"""The database roles, set up the same way on the embedded server and on one's own.

so_owner owns every table and cannot log in; so_migrate logs in to migrate and acts as so_owner;
so_app is what the site runs as; so_audit reads what the ledger grants it.
"""

import psycopg
from psycopg import sql

OWNER_ROLE = "so_owner"
MIGRATE_ROLE = "so_migrate"
APP_ROLE = "so_app"
AUDIT_ROLE = "so_audit"
LOGIN_ROLES = (MIGRATE_ROLE, APP_ROLE, AUDIT_ROLE)
DATABASE_NAME = "shopops"


def ensure_roles(connection: psycopg.Connection) -> None:
    """Create what is missing, as a superuser; run again, it changes nothing."""
    for role in (OWNER_ROLE, *LOGIN_ROLES):
        if not _exists(connection, "SELECT FROM pg_roles WHERE rolname = %s", role):
            connection.execute(sql.SQL("CREATE ROLE {}").format(sql.Identifier(role)))
    for role in LOGIN_ROLES:
        connection.execute(sql.SQL("ALTER ROLE {} LOGIN").format(sql.Identifier(role)))
    connection.execute(f"GRANT {OWNER_ROLE} TO {MIGRATE_ROLE}")
    connection.execute(f"ALTER ROLE {MIGRATE_ROLE} SET role = {OWNER_ROLE}")


def ensure_database(connection: psycopg.Connection, name: str = DATABASE_NAME) -> None:
    """Create the database, owned by so_owner; needs a connection in autocommit."""
    if _exists(connection, "SELECT FROM pg_database WHERE datname = %s", name):
        return
    connection.execute(
        sql.SQL("CREATE DATABASE {} OWNER {} ENCODING 'UTF8' TEMPLATE template0").format(
            sql.Identifier(name), sql.Identifier(OWNER_ROLE)
        )
    )


def grant_connect(connection: psycopg.Connection, name: str = DATABASE_NAME) -> None:
    """Only our roles may connect to the database."""
    database = sql.Identifier(name)
    connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(database))
    connection.execute(
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(
            database, sql.SQL(", ").join(sql.Identifier(role) for role in LOGIN_ROLES)
        )
    )


def grant_schema(connection: psycopg.Connection, name: str = DATABASE_NAME) -> None:
    """Inside that database: the app role gets its DML on what so_owner creates, and no DDL."""
    grant_connect(connection, name)
    connection.execute(f"ALTER SCHEMA public OWNER TO {OWNER_ROLE}")
    connection.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC")
    connection.execute(f"GRANT USAGE ON SCHEMA public TO {APP_ROLE}, {AUDIT_ROLE}")
    defaults = f"ALTER DEFAULT PRIVILEGES FOR ROLE {OWNER_ROLE} IN SCHEMA public"
    connection.execute(f"{defaults} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {APP_ROLE}")
    connection.execute(f"{defaults} GRANT USAGE, SELECT ON SEQUENCES TO {APP_ROLE}")


def _exists(connection: psycopg.Connection, query: str, name: str) -> bool:
    return connection.execute(query.encode(), (name,)).fetchone() is not None
