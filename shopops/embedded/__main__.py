"""`python -m shopops.embedded run` serves; `… roles --url …` prepares a server of your own."""

import argparse
import os
import sys
from pathlib import Path

import psycopg

from shopops.embedded import roles
from shopops.embedded.failures import CannotRun
from shopops.embedded.layout import Layout
from shopops.embedded.site import CHECKOUT
from shopops.embedded.supervisor import run


def main(arguments: list[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    try:
        if asked.command == "roles":
            set_up_roles(asked.url, asked.database)
        else:
            run(Layout.below(Path(os.environ.get("SHOPOPS_VAR") or CHECKOUT / "var")))
    except CannotRun as problem:
        print(f"ShopOps: {problem}", file=sys.stderr)
        return 1
    return 0


def set_up_roles(url: str, database: str) -> None:
    """Roles, database and grants on one's own server; passwords stay the administrator's."""
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            roles.ensure_roles(connection)
            roles.ensure_database(connection, database)
        with psycopg.connect(url, dbname=database) as connection:
            roles.grant_schema(connection, database)
    except psycopg.Error as problem:
        reason = str(problem).strip().splitlines()[0]
        raise CannotRun(
            f"The roles could not be set up ({reason}): use the address of a superuser."
        ) from problem
    print(f"Database {database} is ready. Give so_migrate, so_app and so_audit their passwords.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m shopops.embedded", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="database, web server and worker, until Ctrl-C")
    own = commands.add_parser("roles", help="roles and database on a server of your own")
    own.add_argument("--url", required=True, help="a superuser's postgresql:// address")
    own.add_argument("--database", default=roles.DATABASE_NAME)
    return parser


if __name__ == "__main__":
    sys.exit(main())
