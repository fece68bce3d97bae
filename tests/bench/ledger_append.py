"""Appending to the ledger beside the same INSERT without it: `python -m tests.bench.ledger_append`.

Four writers on one tenant, single rows and batches of 100; and transactions that take 20 ms, eight
clients on one tenant. Durable commits, alternating rounds, medians, everything read back. Prints
JSON and exits 1 when a bar is missed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

import psycopg

from shopops.ledger.passes import verify_and_record
from shopops.tenants.models import Tenant
from tests.bench.database import server, work_on
from tests.bench.ledger_clients import PLAIN_TABLE, Clients, Job, clients
from tests.bench.runner import Row, main
from tests.support.ledger import NOON, a_tenant

ROUNDS = 15  # short and many: what else the machine does then falls on both sides alike
SIDES = ("plain", "ledger")


@dataclass(frozen=True)
class Bar:
    """A row of the table of bars: who writes what, and the least part of the plain rate."""

    name: str
    writers: int
    job: Job
    least: float


BARS = (
    Bar("ledger: append single rows, 4 writers", 4, Job("", 150, 1), 0.50),
    Bar("ledger: append batches of 100, 4 writers", 4, Job("", 10, 100), 0.40),
    Bar("ledger: 20 ms transactions, 8 clients", 8, Job("", 40, 1, hold=0.020), 0.90),
)


def rows(*, quick: bool = False) -> Iterator[Row]:
    with server(durable=True) as cluster:
        for bar in BARS:
            cluster.clone("bench")
            work_on(cluster, "bench")
            with psycopg.connect(cluster.server.superuser_url("bench")) as superuser:
                superuser.execute(PLAIN_TABLE.encode())
            tenant = a_tenant("bench")
            dsn = cluster.server.url(user="so_app", database="bench")
            with _clients(bar, dsn, tenant) as writers:
                rates = _rates(bar, writers, rounds=2 if quick else ROUNDS)
            yield _row(bar, rates, _read_back(tenant, bar, rates))


@contextmanager
def _clients(bar: Bar, dsn: str, tenant: Tenant) -> Iterator[Clients]:
    with clients(bar.writers, dsn=dsn, tenant_id=tenant.pk) as writers:
        yield writers


def _rates(bar: Bar, writers: Clients, *, rounds: int) -> dict[str, list[float]]:
    """Rows per second of each side, in alternating rounds; the first of each warms up."""
    rates: dict[str, list[float]] = {side: [] for side in SIDES}
    for number in range(rounds + 1):
        for side in SIDES if number % 2 else reversed(SIDES):
            job = Job(side, bar.job.transactions, bar.job.rows, bar.job.hold)
            rates[side].append(_written(bar) / writers.run(job))
    return rates


def _written(bar: Bar) -> int:
    return bar.writers * bar.job.transactions * bar.job.rows


def _read_back(tenant: Tenant, bar: Bar, rates: dict[str, list[float]]) -> bool:
    """Whether the ledger holds every row that was written, and verifies."""
    report = verify_and_record(tenant_id=tenant.pk, now=NOON)
    return report.clean and report.entries == _written(bar) * len(rates["ledger"])


def _row(bar: Bar, rates: dict[str, list[float]], read_back: bool) -> Row:
    """The ratio is the median of the rounds' ratios: a round's two sides ran side by side."""
    plain, ledger = (rates[side][1:] for side in SIDES)
    ratio = median(ours / theirs for ours, theirs in zip(ledger, plain, strict=True))
    return {
        "row": bar.name,
        "passed": read_back and ratio >= bar.least,
        "rows_per_second_plain": round(median(plain)),
        "rows_per_second": round(median(ledger)),
        "ratio": round(ratio, 3),
        "least_ratio": bar.least,
        "read_back_and_verified": read_back,
        "rounds": {side: [round(one) for one in rates[side][1:]] for side in SIDES},
    }


if __name__ == "__main__":
    main(rows)
