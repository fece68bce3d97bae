"""Verifying the ledger beside a loop that only hashes: `python -m tests.bench.ledger_verify`.

The loop streams the same lines, ready made, from a plain table through the same cursor and hashes
each. Verification reads the columns, writes every line anew, hashes and compares it, checks that
its body is canonical, matches links with events and looks at every trigger, function and grant.
Alternating rounds, medians. Prints JSON and exits 1 when the bar is missed.
"""

from collections.abc import Iterator
from hashlib import sha256
from statistics import median
from time import perf_counter
from typing import Any

import psycopg
from django.db import connection

from shopops.ledger import ActorType, EventKind, NewEvent, append
from shopops.ledger.stream import FETCH
from shopops.ledger.verify import verify
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.bench.database import server, work_on
from tests.bench.ledger_clients import BODY
from tests.bench.runner import Row, main
from tests.support.ledger import NOON, a_tenant

ROUNDS = 7
LEAST = 0.30
BATCH = 1_000
LINES = """
    CREATE TABLE bench_line AS
        SELECT link.seq, convert_to(ledger_line(event, link.seq,
            coalesce(lag(link.leaf_hash) OVER (ORDER BY link.seq), decode(repeat('00', 32), 'hex'))
        ), 'UTF8') AS line
        FROM ledger_link link JOIN ledger_event event USING (tenant_id, event_id)
        ORDER BY link.seq;
    ALTER TABLE bench_line ADD PRIMARY KEY (seq);
    GRANT SELECT ON bench_line TO so_app;
    VACUUM ANALYZE;
"""


def rows(*, quick: bool = False) -> Iterator[Row]:
    entries = 10_000 if quick else 100_000
    with server() as cluster:
        cluster.clone("bench")
        work_on(cluster, "bench")
        tenant = a_tenant("bench")
        _fill(tenant, entries)
        with psycopg.connect(cluster.server.superuser_url("bench"), autocommit=True) as superuser:
            for statement in LINES.split(";")[:-1]:
                superuser.execute(statement.encode())
        yield _measure(tenant, entries, rounds=2 if quick else ROUNDS)


def _fill(tenant: Tenant, entries: int) -> None:
    for start in range(0, entries, BATCH):
        with tenant_scope(tenant.pk):
            append(tenant.pk, [_event(number) for number in range(start, start + BATCH)])


def _event(number: int) -> NewEvent:
    body: dict[str, Any] = BODY | {"order": f"O-{number}"}
    return NewEvent(kind=EventKind.PROPOSAL, actor=ActorType.AGENT, occurred_at=NOON, body=body)


def _measure(tenant: Tenant, entries: int, *, rounds: int) -> Row:
    verifying, hashing, clean = [], [], True
    for _ in range(rounds + 1):
        with tenant_scope(tenant.pk):
            begun = perf_counter()
            report = verify(tenant.pk)
            verifying.append(entries / (perf_counter() - begun))
            clean = clean and report.clean and report.entries == entries
            begun = perf_counter()
            head = _hash_all(entries)
            hashing.append(entries / (perf_counter() - begun))
            clean = clean and head == report.head_hash
    ratio = median(verifying[1:]) / median(hashing[1:])
    return {
        "row": "ledger: verify",
        "passed": clean and ratio >= LEAST,
        "entries": entries,
        "entries_per_second_hashing": round(median(hashing[1:])),
        "entries_per_second": round(median(verifying[1:])),
        "ratio": round(ratio, 3),
        "least_ratio": LEAST,
        "clean_and_same_head": clean,
    }


def _hash_all(entries: int) -> bytes:
    """The loop: every line, hashed as a leaf. Answers the last leaf."""
    seen, leaf = 0, b""
    with connection.chunked_cursor() as lines:
        lines.execute("SELECT line FROM bench_line ORDER BY seq")
        while found := lines.fetchmany(FETCH):
            for (line,) in found:
                leaf = sha256(b"\0" + line).digest()
                seen += 1
    if seen != entries:
        raise AssertionError(f"{seen} lines were hashed instead of {entries}")
    return leaf


if __name__ == "__main__":
    main(rows)
