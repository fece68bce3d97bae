"""The database's clock, set to when a scene of the past happened.

Alarms and the ledger ask that clock and take no time from anybody, and only the role that owns the
tables can replace it. So this is for the embedded demo, filled in before anybody else is connected:
there the weeks before look as if they had been lived through. A run that is killed in between
leaves the clock behind; the next one sets it right, and `ledger_verify` says so until then.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import psycopg
from django.db import connection

from shopops.embedded.roles import MIGRATE_ROLE

SetClock = Callable[[datetime], object]
RUNNING = "pg_catalog.clock_timestamp()"
REPLACE = """
    CREATE OR REPLACE FUNCTION public.shopops_clock() RETURNS timestamptz
    LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT {}'
"""


@contextmanager
def clock_of_the_past() -> Iterator[SetClock]:
    """Sets the clock of Django's database, which runs on from there. Right again at the end."""
    of = connection.settings_dict
    address = {"host": of["HOST"], "port": of["PORT"], "dbname": of["NAME"], "user": MIGRATE_ROLE}
    with psycopg.connect(**address, autocommit=True) as owner:

        def replace(moment: str) -> None:
            owner.execute(REPLACE.format(moment).encode())

        def set_clock(at: datetime) -> None:
            behind = int((datetime.now(UTC) - at).total_seconds())
            replace(f"{RUNNING} - interval ''{behind} seconds''")

        try:
            yield set_clock
        finally:
            replace(RUNNING)
