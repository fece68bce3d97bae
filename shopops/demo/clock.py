"""The database's clock, set to when a scene of the past happened.

Alarms and the ledger ask that clock and take no time from anybody, and only the role that owns the
tables can replace it. So this is for the embedded demo, filled in before anybody else is connected:
there the weeks before look as if they had been lived through.

The clock is behind only while the connection that set it lasts: it asks whether that still holds a
lock whose number was drawn for this run. A run that is killed loses the lock with the connection,
so the time is right at once; what is left is a function whose text `ledger_verify` does not know,
until the next run puts the right one back.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from secrets import randbits

import psycopg
from django.db import connection

from shopops.embedded.roles import MIGRATE_ROLE

SetClock = Callable[[datetime], object]
RUNNING = "pg_catalog.clock_timestamp()"
REPLACE = """
    CREATE OR REPLACE FUNCTION public.shopops_clock() RETURNS timestamptz
    LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT {}'
"""
# Others can read the number here, but they can't hold the lock as the owner of the tables.
BEHIND = f"""
    {RUNNING} - interval ''{{seconds}} seconds'' * (EXISTS (
        SELECT FROM pg_catalog.pg_locks held JOIN pg_catalog.pg_stat_activity holder USING (pid)
        WHERE held.locktype = ''advisory'' AND held.granted AND held.objsubid = 2
            AND held.classid::bigint = {{high}} AND held.objid::bigint = {{low}}
            AND holder.usename = ''{MIGRATE_ROLE}''
    ))::int
"""


@contextmanager
def clock_of_the_past() -> Iterator[SetClock]:
    """Sets the clock of Django's database, which runs on from there. Right again at the end,
    however that comes."""
    of = connection.settings_dict
    address = {"host": of["HOST"], "port": of["PORT"], "dbname": of["NAME"], "user": MIGRATE_ROLE}
    with psycopg.connect(**address, autocommit=True) as owner:
        high, low = randbits(31), randbits(31)
        owner.execute("SELECT pg_catalog.pg_advisory_lock(%s::int, %s::int)", [high, low])

        def replace(moment: str) -> None:
            owner.execute(REPLACE.format(moment).encode())

        def set_clock(at: datetime) -> None:
            behind = int((datetime.now(UTC) - at).total_seconds())
            replace(BEHIND.format(seconds=behind, high=high, low=low))

        try:
            yield set_clock
        finally:
            replace(RUNNING)
