"""Clients that append to one tenant's ledger, or insert the same rows into a plain table.

Each client is a process of its own with one connection of the app role; a job is the same for all
of them and starts and ends together. Client and statement are the same on both sides: open a
transaction, set the tenant, one statement with arrays, commit.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from uuid import uuid4

import psycopg

SET_TENANT = "SELECT set_config('shopops.tenant', %s, true)"
ARRAYS = (
    "%s::uuid[], %s::text[], %s::text[], %s::timestamptz[], %s::text[], %s::bytea[], "
    "%s::smallint[], %s::bytea[], %s::bytea[], %s::bytea[]"
)
COLUMNS = (
    "event_id, kind, actor_type, occurred_at, body, item_key, key_version, handle, "
    "confirmer_name_hash, confirmer_key"
)
STATEMENTS = {
    "ledger": f"SELECT * FROM ledger_append(%s, {ARRAYS})",
    "plain": (
        f"INSERT INTO bench_plain (tenant_id, {COLUMNS}, recorded_at) "
        f"SELECT %s, given.*, clock_timestamp() FROM unnest({ARRAYS}) given "
        "RETURNING event_id, recorded_at, true"
    ),
}
# Same columns, defaults and indexes; no trigger, no CHECK, no foreign key, no row level security.
PLAIN_TABLE = """
    CREATE TABLE bench_plain (LIKE ledger_event
        INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY INCLUDING INDEXES);
    GRANT SELECT, INSERT ON bench_plain TO so_app;
"""
BODY = {
    "actions": [
        {
            "amount_minor": 12900,
            "currency": "USD",
            "evidence": ["oms:order_total", "oms:channel_pref", "ship:s1"],
            "kind": "draft_email",
        },
        {
            "amount_minor": 12900,
            "currency": "USD",
            "evidence": ["oms:order_total", "ship:s1"],
            "kind": "propose_reship",
        },
    ],
    "blocked_reasons": [],
    "can_proceed": True,
    "cause": "stalled",
    "pack": "5a" * 32,
    "proposal": "b7" * 32,
    "revision": 1,
    "track": "exception",
}


@dataclass(frozen=True)
class Job:
    """What every client does: `transactions` of `rows` each, held open for `hold` seconds."""

    side: str
    transactions: int
    rows: int
    hold: float = 0.0


def body_of(order: int) -> str:
    body = BODY | {"order": f"O-{order}"}
    return json.dumps(body, sort_keys=True, separators=(",", ":"))


def work(pipe: Connection, dsn: str, tenant_id: int) -> None:
    """A client's life: connect, then do each job that comes through the pipe."""
    with psycopg.connect(dsn, cursor_factory=psycopg.ClientCursor) as connection:
        connection.execute("SELECT 1")
        connection.rollback()
        pipe.send("ready")
        while (job := pipe.recv()) is not None:
            _do(connection, job, tenant_id)
            pipe.send("done")


def _do(connection: psycopg.Connection, job: Job, tenant_id: int) -> None:
    statement = STATEMENTS[job.side].encode()
    for number in range(job.transactions):
        parameters = _parameters(job, number)
        connection.execute(SET_TENANT, [str(tenant_id)])
        rows = connection.execute(statement, [tenant_id, *parameters]).fetchall()
        if job.hold:
            time.sleep(job.hold)  # the rest of the request
        connection.commit()
        if len(rows) != job.rows:
            raise AssertionError(f"{len(rows)} rows were answered instead of {job.rows}")


def _parameters(job: Job, number: int) -> list[object]:
    now, some = datetime.now(UTC), job.rows
    return [
        [uuid4() for _ in range(some)],
        ["proposal"] * some,
        ["agent"] * some,
        [now] * some,
        [body_of(number)] * some,
        *([[None] * some] * 5),
    ]


class Clients:
    def __init__(self, pipes: list[Connection]) -> None:
        self._pipes = pipes

    def run(self, job: Job) -> float:
        """Seconds from the start of the first client to the end of the last."""
        begun = time.perf_counter()
        self._tell(job)
        return time.perf_counter() - begun

    def _tell(self, job: Job) -> None:
        for pipe in self._pipes:
            pipe.send(job)
        for pipe in self._pipes:
            pipe.recv()


@contextmanager
def clients(number: int, *, dsn: str, tenant_id: int) -> Iterator[Clients]:
    context = get_context("spawn")
    ends = [context.Pipe() for _ in range(number)]
    processes = [
        context.Process(target=work, args=(theirs, dsn, tenant_id), daemon=True)
        for _, theirs in ends
    ]
    for process in processes:
        process.start()
    pipes = [ours for ours, _ in ends]
    for pipe in pipes:
        pipe.recv()
    try:
        yield Clients(pipes)
    finally:
        for pipe in pipes:
            pipe.send(None)
        for process in processes:
            process.join()
