"""Sessions that wait for each other's locks, as a test arranges them."""

from time import monotonic

import psycopg

PATIENCE = 120.0  # seconds; whoever is to wait may be a process that starts


def wait_for_a_waiting_session(superuser_dsn: str) -> None:
    """Until one session of this database waits for another one's lock."""
    waiting = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    deadline = monotonic() + PATIENCE
    with psycopg.connect(superuser_dsn, autocommit=True) as observer:
        while observer.execute(waiting).fetchone() == (0,):
            assert monotonic() < deadline, "nobody waits"
