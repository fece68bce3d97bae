"""The dashboard's row of the benchmarks: `python -m tests.bench.dashboard [--quick]`.

The whole page by way of Django's client, beside three years of 1,000,000 proposals with their
decisions, actions, parcels and alarms. Prints JSON and exits 1 when a bar is missed.
"""

from collections.abc import Iterator
from statistics import quantiles
from time import perf_counter

import psycopg
from django.test import Client
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.tenants.models import Membership, Role, Tenant
from tests.bench.database import server, superuser, work_on
from tests.bench.runner import Row, main
from tests.support.clusters import Cluster
from tests.support.pipeline import hire, import_fakes, open_shop, resolve_stored

SAMPLE = "O-1001"
MANY, FEW = 1_000_000, 50_000
ROUNDS = 20
MOST_MS = 1000
BARRED = "30 days"  # what opens first; longer periods are told without a bar
PAGES = {"7 days": 7, "30 days": 30, "90 days": 90, "365 days": 365}

# `n` counts from the newest: three years of them, one every so many seconds. The newest hundredth
# waits, and every twentieth; of the others six tenths are approved and the rest rejected.
PROPOSALS = """
INSERT INTO proposals_proposal (
    id, tenant_id, pack_id, order_id, order_number, revision, digest, track, cause,
    blocked_reasons, rationale, can_proceed, thresholds_version, currency, amount_minor,
    created_at, review_status, rule_ids, waiting_since, decided_by_id, decided_at)
SELECT sample.id + n, tenant_id, pack_id, 'B-' || n, 'B-' || n, revision,
       sha256(('B-' || n)::bytea),
       CASE WHEN n %% 10 < 6 THEN 'exception' WHEN n %% 10 < 8 THEN 'escalate' ELSE 'standard' END,
       cause, blocked_reasons, rationale, can_proceed, thresholds_version, currency, amount_minor,
       made.at,
       CASE WHEN waits THEN 'pending' WHEN n %% 5 < 3 THEN 'approved' ELSE 'rejected' END,
       rule_ids, made.at, CASE WHEN NOT waits THEN %(person)s::bigint END,
       CASE WHEN NOT waits THEN made.at + make_interval(mins => n %% 2880) END
FROM proposals_proposal sample, generate_series(1, %(count)s) AS n,
     LATERAL (SELECT %(now)s - make_interval(secs => n * %(step)s) AS at,
              n <= %(count)s / 100 OR n %% 20 = 0 AS waits) AS made
WHERE tenant_id = %(tenant)s AND order_id = %(order)s
"""
ACTIONS = """
INSERT INTO proposals_action (id, tenant_id, pack_id, proposal_id, index, kind, cause, alternative,
    amount_minor, currency, requires_approval, body, approved, execution_status)
SELECT sample.id + n * 10, sample.tenant_id, sample.pack_id, proposal.id + n, index, kind,
       sample.cause, alternative, 1000 + n %% 20000,
       (ARRAY['USD', 'EUR', 'JPY', 'KWD'])[1 + n %% 4], requires_approval, '{}',
       n > %(count)s / 100 AND n %% 20 > 0 AND n %% 5 < 3 AND kind <> 'propose_reship', 'none'
FROM proposals_action sample JOIN proposals_proposal proposal ON proposal.id = sample.proposal_id,
     generate_series(1, %(count)s) AS n
WHERE proposal.tenant_id = %(tenant)s AND proposal.order_id = %(order)s
"""
DECISIONS = """
INSERT INTO review_decision (tenant_id, proposal_id, membership_id, handle_id, kind, final, round,
    action_indexes, outcome, preset, bypassed, thresholds_version, verdicts, waiting_since,
    rule_ids, decided_at)
SELECT tenant_id, id, decided_by_id, id, kind, true, 1,
       CASE WHEN kind = 'approve' THEN ARRAY[0] ELSE '{}' END, '', '', '{}', thresholds_version,
       '[]', waiting_since, rule_ids, decided_at
FROM (
    SELECT *, CASE review_status WHEN 'approved' THEN 'approve' ELSE 'reject' END AS kind
    FROM proposals_proposal WHERE tenant_id = %(tenant)s AND decided_at IS NOT NULL
) AS decided
"""
# Every parcel has a carrier, and every other has a tracker that names its order.
RECORDS = """
INSERT INTO connectors_sourcerecord (
    tenant_id, record_type, source, external_id, number, order_external_id, body, paths, salt,
    payload_id, changed_at)
SELECT sample.tenant_id, kind, sample.source, prefix || n, '',
       CASE kind WHEN 'tracker' THEN 'B-' || n ELSE '' END,
       CASE kind WHEN 'tracker' THEN jsonb_build_object('carrier', drawn.name)
            ELSE jsonb_build_object('shipments', jsonb_build_array(
                jsonb_build_object('carrier', drawn.name))) END,
       '{}', sample.salt, sample.payload_id, sample.changed_at
FROM connectors_sourcerecord sample, generate_series(1, %(count)s) AS n,
     (VALUES ('order', 'B-', 1), ('tracker', 'tB-', 2)) AS kinds (kind, prefix, each),
     LATERAL (SELECT 'Carrier ' || n %% 12 AS name) AS drawn
WHERE sample.tenant_id = %(tenant)s AND sample.record_type = 'order'
  AND sample.external_id = %(order)s AND n %% each = 0
"""
ITEMS = """
INSERT INTO alarms_alarmitem (tenant_id, item_key, code, obligation, record_source, record_kind,
    record_ids, order_id, created_at, order_number, cause, currency, status, episode, opened_at,
    rings, confirmers, step, exhausted, releases, pre_epoch, story)
SELECT tenant_id, sha256(order_id::bytea), left(md5(order_id), 16), 'shipment', '', 'shipment',
       '{}', order_id, created_at, order_id, '', '',
       CASE review_status WHEN 'pending' THEN 'snoozed' ELSE 'resolved' END, 1, created_at,
       1 + id %% 9, '{}', 0, false, 1, false, '{}'
FROM proposals_proposal WHERE tenant_id = %(tenant)s AND id %% 4 = 0
"""
EVENTS = """
INSERT INTO alarms_alarmhandle (tenant_id, sha256, skill, kind, item_id, item_key, created_at,
    expires_at, used_at, event_id)
SELECT tenant_id, sha256((kind || id)::bytea), 'bench', kind, id, item_key, opened_at, opened_at,
       opened_at + make_interval(mins => after * (1 + id::int %% 90)), gen_random_uuid()
FROM alarms_alarmitem,
     (VALUES ('observed', 0), ('raised', 1), ('acknowledged', 3)) AS events (kind, after)
WHERE tenant_id = %(tenant)s
"""
STATEMENTS = (PROPOSALS, ACTIONS, DECISIONS, RECORDS, ITEMS, EVENTS)
SECONDS = 3 * 365 * 24 * 3600


def prepare(cluster: Cluster, name: str, stored: int) -> tuple[Tenant, Client]:
    cluster.clone(name)
    work_on(cluster, name)
    shop = open_shop()
    import_fakes(shop)
    resolve_stored(shop, [SAMPLE])
    person = hire(shop, "Maya", Role.REVIEWER)
    with superuser(cluster, name) as session:
        _seed(session, shop, person, stored)
    client = Client(SERVER_NAME="localhost")
    client.force_login(person.user)
    return shop, client


def _seed(session: psycopg.Connection, shop: Tenant, person: Membership, stored: int) -> None:
    values = {
        "tenant": shop.pk,
        "order": SAMPLE,
        "person": person.pk,
        "count": stored,
        "now": timezone.now(),
        "step": SECONDS / stored,
    }
    for statement in STATEMENTS:
        session.execute(statement.encode(), values)
    session.execute("VACUUM ANALYZE")


def _times(client: Client, address: str) -> list[float]:
    """Milliseconds; the first is not counted. A page without its charts measures nothing."""
    times = []
    for _ in range(ROUNDS + 1):
        begun = perf_counter()
        answer = client.get(address)
        times.append((perf_counter() - begun) * 1000)
        if answer.status_code != 200 or answer.content.count(b"<canvas") < 8:
            raise SystemExit(f"{address} answered {answer.status_code} without its charts")
    return times[1:]


def rows(*, quick: bool = False) -> Iterator[Row]:
    stored = FEW if quick else MANY
    with server() as cluster:
        shop, client = prepare(cluster, "dashboard", stored)
        counted = Proposal.objects.of(shop.pk).count()
        for name, days in PAGES.items():
            times = _times(client, f"/t/{shop.slug}/dashboard/?days={days}")
            p95 = quantiles(times, n=20)[-1]
            yield {
                "row": f"dashboard: {name}",
                "passed": counted > stored and (name != BARRED or p95 < MOST_MS),
                "proposals": counted,
                "p50_ms": round(quantiles(times, n=2)[0]),
                "p95_ms": round(p95),
            }


if __name__ == "__main__":
    main(rows)
