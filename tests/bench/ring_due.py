"""The due scan beside rows that are not due: `python -m tests.bench.ring_due [--quick]`.

The statement that leases a batch, as the site runs it, with a hundred items due beside 1,000 and
beside 1,000,000 that are not; each look is rolled back. Exits 1 on a miss.
"""

from collections.abc import Iterator
from statistics import median
from time import perf_counter

from django.db import connection, transaction

from shopops.alarms.ringing.due import take_due
from shopops.tenants.models import Tenant
from tests.bench.database import server, superuser, work_on
from tests.bench.runner import Row, main
from tests.support.clusters import Cluster
from tests.support.pipeline import open_shop
from tests.support.ringing import observe, on_call

FEW, MANY, QUICK_MANY = 1_000, 1_000_000, 50_000
DUE = 100
ROUNDS, PER_ROUND = 7, 20
MOST_RATIO = 1.5
# Copies of a due item that ring in an hour or later, each with a key and a code of its own.
NOT_DUE = """
INSERT INTO alarms_alarmitem ({columns})
SELECT {values}
FROM alarms_alarmitem sample, generate_series(1, %(count)s) AS n
WHERE sample.id = %(sample)s
"""
CHANGED = {
    "item_key": "sha256(('not due ' || n)::bytea)",
    "code": "'N' || n",
    "status": "'ringing'",
    "due_at": "clock_timestamp() + make_interval(hours => 1, secs => n)",
    "send_at": "clock_timestamp() + make_interval(hours => 1, secs => n)",
}


def rows(*, quick: bool = False) -> Iterator[Row]:
    sizes = (FEW, QUICK_MANY if quick else MANY)
    with server() as cluster:
        shops = {size: prepare(cluster, f"due_{size}", size) for size in sizes}
        times: dict[int, list[float]] = {size: [] for size in sizes}
        found = True
        for number in range(1 + (3 if quick else ROUNDS)):
            for size in sizes if number % 2 else reversed(sizes):
                work_on(cluster, f"due_{size}")
                taken, seconds = scans(shops[size])
                found &= taken == DUE
                times[size].append(seconds)
    few, many = (median(times[size][1:]) for size in sizes)
    yield {
        "row": f"ringing: due scan beside {sizes[1]:,} rows not due",
        "passed": found and many / few <= MOST_RATIO,
        "ms_few": round(few * 1000, 3),
        "ms_many": round(many * 1000, 3),
        "ratio": round(many / few, 3),
        "most_ratio": MOST_RATIO,
        "found_what_is_due": found,
    }


def prepare(cluster: Cluster, name: str, not_due: int) -> Tenant:
    cluster.clone(name)
    work_on(cluster, name)
    shop = open_shop()
    on_call(shop)
    items = observe(shop, *(f"O-{number}" for number in range(DUE)))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns "
            "WHERE table_name = 'alarms_alarmitem' AND column_name <> 'id'"
        )
        columns = [column for (column,) in cursor.fetchall()]
    values = ", ".join(CHANGED.get(column, f"sample.{column}") for column in columns)
    statement = NOT_DUE.format(columns=", ".join(columns), values=values)
    with superuser(cluster, name) as session:
        session.execute(statement.encode(), {"count": not_due, "sample": items[0].pk})
        session.execute("VACUUM ANALYZE alarms_alarmitem")
    return shop


def scans(shop: Tenant) -> tuple[int, float]:
    """How many items each look found, and the median time of one."""
    took, taken = [], 0
    for _ in range(PER_ROUND):
        with transaction.atomic():
            begun = perf_counter()
            taken = len(take_due(shop.pk, DUE))
            took.append(perf_counter() - begun)
            transaction.set_rollback(True)
    return taken, median(took)


if __name__ == "__main__":
    main(rows)
