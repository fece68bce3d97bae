"""The pipeline's row of the benchmarks: `python -m tests.bench.pipeline [--quick]`.

Statements per batch, memory over many orders, and the rate beside many stored proposals. Prints
JSON and exits 1 when a bar is missed.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from shopops.connectors.models import RecordType, SourceRecord
from shopops.orchestrator.resolve import resolve_orders
from shopops.proposals.models import EvidenceLink, Proposal
from shopops.tenants.models import Tenant
from tests.bench import seeding
from tests.bench.database import server, superuser, work_on
from tests.bench.runner import Row, main
from tests.support.batch_cases import MOST_STATEMENTS, walk
from tests.support.clusters import Cluster
from tests.support.pipeline import NOON, import_fakes, open_shop, resolve_stored

ORDER, TRACKER = "O-1001", "trk-1001"
ROUNDS = 9
PER_ROUND = 1_000
MOST_GROWTH_MB = 50
LEAST_RATIO = 0.8


def statements_per_batch(cluster: Cluster) -> Row:
    """A batch of 5 and one of 500, in every case."""
    shop = _shop(cluster, "statements", records={"N": 505})
    ids = [f"N{number}" for number in range(1, 506)]
    of_5, of_500 = {}, {}
    for case, small, large in walk(shop, ids[:5], ids[5:]):
        of_5[case], of_500[case] = small, large
    passed = of_5 == of_500 and max(of_500.values()) <= MOST_STATEMENTS
    return _row("statements per batch", passed, of_5=of_5, of_500=of_500)


def memory(cluster: Cluster, orders: int) -> Row:
    """The growth of this process from the first 1,000 orders to the last."""
    shop = _shop(cluster, "memory", records={"N": orders})
    first, most, done, begun = 0.0, 0.0, 0, perf_counter()
    for batch in resolve_orders(tenant_id=shop.pk, now=NOON):
        done += len(batch.saved)
        most = max(most, _rss_mb())
        if done <= PER_ROUND:
            first = most
    seconds = perf_counter() - begun
    stored = Proposal.objects.of(shop.pk).count()
    return _row(
        "memory growth",
        most - first < MOST_GROWTH_MB and stored == done >= orders,
        orders=stored,
        rss_at_1000_mb=round(first, 1),
        rss_at_most_mb=round(most, 1),
        growth_mb=round(most - first, 1),
        orders_per_second=round(done / seconds, 1),
    )


def rate(cluster: Cluster, stored: int) -> Row:
    """Rounds beside 1,000 and beside `stored` proposals, by turns.

    The two halves of a round follow each other at once, so their ratio is compared: what else the
    machine does changes from round to round, and less within one.
    """
    rounds = {f"R{number}-": PER_ROUND for number in range(ROUNDS + 1)}
    shops = {
        name: _shop(cluster, name, records={"S": count, **rounds}, stored={"S": count})
        for name, count in (("few", PER_ROUND), ("many", stored))
    }
    rates: dict[str, list[float]] = {name: [] for name in shops}
    for prefix in rounds:
        for name, shop in shops.items():
            work_on(cluster, name)
            rates[name].append(_rate(shop, prefix))
    few, many = (rates[name][1:] for name in ("few", "many"))  # the first one warms up
    ratio = median(there / here for here, there in zip(few, many, strict=True))
    return _row(
        "rate beside stored proposals",
        ratio >= LEAST_RATIO,
        stored=stored,
        orders_per_second_beside_1000=round(median(few), 1),
        orders_per_second=round(median(many), 1),
        ratio=round(ratio, 3),
        rounds={name: [round(one, 1) for one in found] for name, found in rates.items()},
    )


def _rate(shop: Tenant, prefix: str) -> float:
    ids = [f"{prefix}{number}" for number in range(1, PER_ROUND + 1)]
    begun = perf_counter()
    summary = resolve_stored(shop, ids)
    seconds = perf_counter() - begun
    written = Proposal.objects.of(shop.pk).filter(order_id__in=ids, review_status="pending")
    if summary.changes != {"created": PER_ROUND} or written.count() != PER_ROUND:
        raise AssertionError(f"not everything was written: {summary.as_json()}")
    return PER_ROUND / seconds


def _shop(
    cluster: Cluster, name: str, *, records: dict[str, int], stored: dict[str, int] | None = None
) -> Tenant:
    """A database of its own with one shop, whose records and proposals are copies of O-1001's."""
    cluster.clone(name)
    work_on(cluster, name)
    shop = open_shop()
    import_fakes(shop)
    resolve_stored(shop, [ORDER])
    with superuser(cluster, name) as session:
        seed = seeding.Seed(session, tenant=shop.pk, order=ORDER, tracker=TRACKER)
        for prefix, count in records.items():
            seed.copy_records(prefix, count)
        for prefix, count in (stored or {}).items():
            seed.copy_stored(prefix, count)
        seed.finish()
    _refuse_other_counts(shop, sum(records.values()), sum((stored or {}).values()))
    return shop


def _refuse_other_counts(shop: Tenant, records: int, stored: int) -> None:
    """What was seeded is read back: every order, and every link of every proposal."""
    one = EvidenceLink.objects.filter(pack__order_id=ORDER, tenant=shop).count()
    links = EvidenceLink.objects.of(shop.pk).count()
    orders = SourceRecord.objects.filter(record_type=RecordType.ORDER, external_id__regex="^[NRS]")
    found = (orders.filter(tenant=shop).count(), Proposal.objects.of(shop.pk).count(), links)
    if found != (records, stored + 1, (stored + 1) * one):
        raise AssertionError(f"seeded {found}, not {records} orders and {stored} proposals")


def _rss_mb() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("this system does not tell a process's memory")


def _row(name: str, passed: bool, **figures: Any) -> Row:
    return {"row": f"pipeline: {name}", "passed": passed, **figures}


def rows(*, quick: bool) -> Iterator[Row]:
    with server() as cluster:
        yield statements_per_batch(cluster)
        yield memory(cluster, 5_000 if quick else 100_000)
        yield rate(cluster, 20_000 if quick else 1_000_000)


if __name__ == "__main__":
    main(rows)
