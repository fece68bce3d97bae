"""The review queue's row of the benchmarks: `python -m tests.bench.queue_page [--quick]`.

The whole page by way of Django's client, beside 1,000 and beside 1,000,000 waiting proposals.
Prints JSON and exits 1 when a bar is missed.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from shopops.proposals.models import Proposal
from shopops.review.cursor import Cursor
from shopops.tenants.models import Role, Tenant
from tests.bench.database import server, superuser, work_on
from tests.support.clusters import Cluster
from tests.support.pipeline import hire, import_fakes, open_shop, resolve_stored

SAMPLE = "O-1001"
FEW = 1_000
ROUNDS = 5
PER_ROUND = 40
MOST_STATEMENTS = 12
MOST_RATIO = 1.5
MOST_MS = 200
Row = dict[str, Any]

# The last five of the queue are unlike all others, so that finding them is as hard as it gets.
PACKS = """
INSERT INTO proposals_pack (id, tenant_id, order_id, digest, body, created_at)
SELECT sample.id + n, tenant_id, 'Q-' || n, sha256(('Q-' || n)::bytea),
       jsonb_build_object('parcels', body -> 'parcels'), created_at
FROM proposals_pack sample, generate_series(1, %(count)s) AS n
WHERE tenant_id = %(tenant)s AND order_id = %(order)s
"""
PROPOSALS = """
INSERT INTO proposals_proposal (
    id, tenant_id, pack_id, order_id, order_number, revision, digest, track, cause,
    blocked_reasons, rationale, can_proceed, thresholds_version, currency, amount_minor,
    created_at, review_status, rule_ids, waiting_since)
SELECT sample.id + n, tenant_id, pack_id + n, 'Q-' || n, 'Q-' || n, revision,
       sha256(('Q-' || n)::bytea),
       CASE WHEN n <= 5 THEN 'standard' WHEN n %% 3 = 0 THEN 'escalate' ELSE track END, cause,
       CASE WHEN n <= 5 THEN '{opted_out}' ELSE blocked_reasons END, rationale, can_proceed,
       thresholds_version,
       CASE WHEN n <= 5 THEN 'JPY' ELSE currency END, amount_minor + n * 79 %% 20000,
       created_at, review_status, CASE WHEN n <= 5 THEN '{AGG-1}' ELSE rule_ids END,
       waiting_since - make_interval(secs => n)
FROM proposals_proposal sample, generate_series(1, %(count)s) AS n
WHERE tenant_id = %(tenant)s AND order_id = %(order)s
"""
# As the trigger writes them, which this session switches off; the copies have no actions.
ENTRIES = """
INSERT INTO review_queueentry (tenant_id, proposal_id, status, facet, at, currency, amount_minor)
SELECT proposal.tenant_id, proposal.id, proposal.review_status, entry.facet, entry.at,
       proposal.currency, coalesce(proposal.amount_minor, -1)
FROM proposals_proposal proposal
CROSS JOIN LATERAL (
    SELECT * FROM review_queue_rows(proposal, now())
    UNION SELECT CASE WHEN proposal.currency = 'JPY' THEN 'kind:await_human'
                      ELSE 'kind:propose_refund' END, proposal.waiting_since
) AS entry
WHERE proposal.tenant_id = %(tenant)s AND proposal.order_id LIKE 'Q-%%'
"""
# Everybody is called Maria Rossi, and everybody has a number, an address and a tracking code.
TERMS = """
INSERT INTO connectors_searchterm (tenant_id, record_id, order_id, term)
SELECT %(tenant)s, n, 'Q-' || n, term
FROM generate_series(1, %(count)s) AS n
CROSS JOIN LATERAL (VALUES ('maria rossi'), ('rossi maria'), ('m' || n || '@example.com'),
                           ('example.com'), (n::text), ('1z999aa1' || n)) AS terms (term)
"""
CLAIMS = """
INSERT INTO review_claim (tenant_id, order_id, holder_id, claimed_at, lease_until)
SELECT %(tenant)s, 'Q-' || n, %(maya)s, now(), now() + interval '1 day'
FROM generate_series(1, least(200, %(count)s)) AS n
"""


@dataclass(frozen=True)
class Bench:
    """One database with that many waiting proposals, and Maya's browser in it."""

    name: str
    waiting: int
    client: Client
    pages: dict[str, str]


def prepare(cluster: Cluster, name: str, waiting: int) -> Bench:
    cluster.clone(name)
    work_on(cluster, name)
    shop = open_shop()
    import_fakes(shop)
    resolve_stored(shop, [SAMPLE])
    maya = hire(shop, "Maya", Role.REVIEWER)
    with superuser(cluster, name) as session:
        values = {"tenant": shop.pk, "order": SAMPLE, "count": waiting - 1, "maya": maya.pk}
        for statement in (PACKS, PROPOSALS, ENTRIES, TERMS, CLAIMS):
            session.execute(statement, values)
        session.execute("VACUUM ANALYZE")
    client = Client(SERVER_NAME="localhost")
    client.force_login(maya.user)
    return Bench(name, waiting, client, _pages(shop, waiting))


def _pages(shop: Tenant, waiting: int) -> dict[str, str]:
    middle = Proposal.objects.of(shop.pk).get(order_id=f"Q-{waiting // 2}")
    queries = {
        "first page": "",
        "in the middle": f"?after={Cursor(middle.pk, middle.waiting_since)}",
        "track": "?track=escalate",
        "rare track": "?track=standard",
        "rare amount": "?currency=JPY&low=1",
        "amount range": "?currency=USD&low=150.00&high=160.00",
        "rare rule": "?rule=AGG-1",
        "rare step": "?kind=await_human",
        "rare reason": "?reason=opted_out",
        "three filters": "?kind=propose_refund&rule=APR-1&track=exception",
        "a rare and two common": "?kind=await_human&rule=AGG-1&track=standard&age=1",
        "by value": "?sort=value",
        "by value in the middle": f"?sort=value&after={_by_value(middle)}",
        "by value and rule": "?sort=value&rule=APR-1",
        "by value, rare step": "?sort=value&kind=await_human",
        "overdue or older": "?age=1",
        "nobody works on it": "?assignee=nobody",
        "mine": "?assignee=me",
        "search": "?q=Q-1",
        "search of one": f"?q=Q-{waiting - 1}",
        "search of a part of the number": "?q=1",
        "search of a common name": "?q=Maria+R",
        "search of it the other way round": "?q=rossi+m",
        "search of a common domain": "?q=example.com",
        "search of an address": f"?q=m{waiting - 1}@exam",
        "search of a tracking code": f"?q=1Z999AA1+{waiting - 1}",
    }
    return {name: f"/t/{shop.slug}/review/{query}" for name, query in queries.items()}


def _by_value(proposal: Proposal) -> Cursor:
    return Cursor(proposal.pk, value=(proposal.currency, proposal.amount_minor or -1))


def measure(
    cluster: Cluster, benches: list[Bench], rounds: int, times: int
) -> dict[str, dict[str, list[float]]]:
    """p95 in milliseconds per page and round; rounds alternate between the databases."""
    found: dict[str, dict[str, list[float]]] = {
        page: {bench.name: [] for bench in benches} for page in benches[0].pages
    }
    for number in range(rounds + 1):
        for bench in benches:
            work_on(cluster, bench.name)
            for page, address in bench.pages.items():
                p95 = _p95(bench.client, address, times)
                if number:  # the first one warms up
                    found[page][bench.name].append(p95)
    return found


def _p95(client: Client, address: str, times: int) -> float:
    took = []
    for _ in range(times):
        begun = perf_counter()
        _get(client, address)
        took.append((perf_counter() - begun) * 1000)
    return quantiles(took, n=20)[-1]


def _get(client: Client, address: str) -> None:
    """Read back what was answered: a page without a row measures nothing."""
    answer = client.get(address)
    if answer.status_code != 200 or b"data-item" not in answer.content:
        raise SystemExit(f"{address} answered {answer.status_code} without a row")


def statements(cluster: Cluster, benches: list[Bench]) -> Row:
    counted: dict[str, dict[str, int]] = {}
    for bench in benches:
        work_on(cluster, bench.name)
        counted[bench.name] = {
            page: _statements(bench.client, address) for page, address in bench.pages.items()
        }
    most = max(number for pages in counted.values() for number in pages.values())
    return _row("statements", most <= MOST_STATEMENTS, most=most, pages=counted)


def _statements(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        _get(client, address)
    return len(seen)


def speed(cluster: Cluster, benches: list[Bench], rounds: int, times: int) -> list[Row]:
    few, many = benches
    rows = []
    for page, measured in measure(cluster, benches, rounds, times).items():
        beside_few, beside_many = (median(measured[bench.name]) for bench in (few, many))
        ratio = beside_many / beside_few
        rows.append(
            _row(
                page,
                ratio <= MOST_RATIO and beside_many < MOST_MS,
                waiting=[few.waiting, many.waiting],
                p95_ms=[round(beside_few, 1), round(beside_many, 1)],
                ratio=round(ratio, 2),
            )
        )
    return rows


def _row(name: str, passed: bool, **figures: Any) -> Row:
    return {"row": f"queue page: {name}", "passed": passed, **figures}


def rows(*, quick: bool = False) -> list[Row]:
    size = (1, 8) if quick else (ROUNDS, PER_ROUND)
    with server() as cluster:
        benches = [
            prepare(cluster, "few", FEW),
            prepare(cluster, "many", 20_000 if quick else 1_000_000),
        ]
        return [statements(cluster, benches), *speed(cluster, benches, *size)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller, to see that it works")
    found = rows(quick=parser.parse_args().quick)
    print(json.dumps(found, indent=2))
    return 0 if all(row["passed"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
