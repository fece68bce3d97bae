"""What would change, measured: `python -m tests.bench.preview [--quick]`.

The rate of a replay beside the pipeline's own proposing and judging of the same orders, by turns
in the same run; and the memory of a run over many orders.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec

from shopops.administration.preview import running
from shopops.administration.preview.models import PreviewRun, Stage
from shopops.administration.preview.walking import step
from shopops.orchestrator.resolve import resolve_orders
from shopops.proposals.models import Proposal
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.bench import seeding
from tests.bench.database import server, superuser, work_on
from tests.bench.runner import Row, main
from tests.support.clusters import Cluster
from tests.support.pipeline import NOON, hire, import_fakes, open_shop, resolve_stored

ORDER, TRACKER = "O-1001", "trk-1001"
ROUNDS = 5
PER_ROUND = 1_000
LEAST_RATIO = 1.0  # it reads and judges what the pipeline does, and writes less
MOST_GROWTH_MB = 50


def rate(cluster: Cluster) -> Row:
    """A round: the pipeline takes 1,000 new orders, then a draft that changes all of them is tried
    out on those very orders."""
    shop, admin = _shop(cluster, "rate", PER_ROUND * (ROUNDS + 1))
    piped, replayed = [], []
    for number in range(ROUNDS + 1):
        first = 1 + number * PER_ROUND
        ids = [f"N{place}" for place in range(first, first + PER_ROUND)]
        last = Proposal.objects.of(shop.pk).order_by("-pk").values_list("pk", flat=True)[0]
        begun = perf_counter()
        resolve_stored(shop, ids)
        piped.append(PER_ROUND / (perf_counter() - begun))
        replayed.append(_replay_rate(shop, admin, above=last))
    ratios = [there / here for here, there in zip(piped[1:], replayed[1:], strict=True)]
    return {
        "row": "preview: rate of a replay",
        "passed": median(ratios) >= LEAST_RATIO,
        "pipeline_orders_per_second": round(median(piped[1:]), 1),
        "replayed_orders_per_second": round(median(replayed[1:]), 1),
        "ratio": round(median(ratios), 3),
        "ratios": [round(one, 3) for one in ratios],
    }


def _replay_rate(shop: Tenant, admin: Membership, *, above: int) -> float:
    """Of the steps that look at this round's orders: the newest come first."""
    run, seconds = _begin(shop, admin), 0.0
    while run.cursor > above + 1:
        begun = perf_counter()
        step(tenant_id=shop.pk, run_id=run.pk, now=NOON)
        seconds += perf_counter() - begun
        run.refresh_from_db()
    if run.seen < PER_ROUND or run.orders.count() != run.seen:
        raise AssertionError(f"{run.seen} orders were looked at, {run.orders.count()} differ")
    running.cancel(tenant_id=shop.pk, run_id=run.pk)
    return run.seen / seconds


def memory(cluster: Cluster, orders: int) -> Row:
    """The growth of this process from the first 1,000 orders of a run to its last."""
    shop, admin = _shop(cluster, "memory", orders)
    for _ in resolve_orders(tenant_id=shop.pk, now=NOON):
        pass
    run, first, most, begun = _begin(shop, admin), 0.0, 0.0, perf_counter()
    while run.stage == Stage.RUNNING:
        step(tenant_id=shop.pk, run_id=run.pk, now=NOON)
        run.refresh_from_db()
        most = max(most, _rss_mb())
        if run.seen <= PER_ROUND:
            first = most
    seconds = perf_counter() - begun
    return {
        "row": "preview: memory growth",
        "passed": most - first < MOST_GROWTH_MB and run.seen >= orders,
        "orders": run.seen,
        "rss_at_1000_mb": round(first, 1),
        "rss_at_most_mb": round(most, 1),
        "growth_mb": round(most - first, 1),
        "orders_per_second": round(run.seen / seconds, 1),
    }


def _begin(shop: Tenant, admin: Membership) -> PreviewRun:
    with tenant_scope(shop.pk):
        current = thresholds.current(shop.pk)
    return running.begin(
        tenant_id=shop.pk,
        draft=msgspec.structs.replace(current, approval_above_cents={"USD": 20_000}),
        based_on=current.version,
        days=30,
        reason="",
        asked_by=admin,
        now=NOON,
    )


def _shop(cluster: Cluster, name: str, orders: int) -> tuple[Tenant, Membership]:
    """A database of its own with one shop, whose records are copies of O-1001's."""
    cluster.clone(name)
    work_on(cluster, name)
    shop = open_shop()
    import_fakes(shop)
    resolve_stored(shop, [ORDER])
    with superuser(cluster, name) as session:
        seed = seeding.Seed(session, tenant=shop.pk, order=ORDER, tracker=TRACKER)
        seed.copy_records("N", orders)
        seed.finish()
    return shop, hire(shop, "Ada", Role.ADMIN)


def _rss_mb() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("this system does not tell a process's memory")


def rows(*, quick: bool) -> Iterator[Row]:
    with server() as cluster:
        yield rate(cluster)
        yield memory(cluster, 3_000 if quick else 20_000)


if __name__ == "__main__":
    main(rows)
