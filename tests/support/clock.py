"""The database's clock, moved by the tests: every room reads time there and nowhere else."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import psycopg

REPLACE = """
    CREATE OR REPLACE FUNCTION public.shopops_clock() RETURNS timestamptz
    LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT {}'
"""
RUNNING = "pg_catalog.clock_timestamp()"


class Clock:
    """Stands still until a test moves it. Only a superuser can do this, as in real life."""

    def __init__(self, superuser: psycopg.Connection) -> None:
        self._superuser = superuser
        self.now = datetime.now(UTC).replace(microsecond=0)
        self.set(self.now)

    def set(self, moment: datetime) -> datetime:
        self.now = moment
        self._replace(f"timestamptz ''{moment.astimezone(UTC).isoformat()}''")
        return moment

    def move(self, **by: float) -> datetime:
        """`move(minutes=61)`; answers what time it is then."""
        return self.set(self.now + timedelta(**by))

    def run(self) -> None:
        """The real time again."""
        self._replace(RUNNING)

    def _replace(self, expression: str) -> None:
        self._superuser.execute(REPLACE.format(expression).encode())


@contextmanager
def stopped_clock(superuser_dsn: str) -> Iterator[Clock]:
    with psycopg.connect(superuser_dsn, autocommit=True) as superuser:
        clock = Clock(superuser)
        try:
            yield clock
        finally:
            clock.run()
