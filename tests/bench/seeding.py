"""Many copies of one resolved order, made by the database: the same rows in the same tables.

What no index holds (bodies, contexts) is left empty, so that a million copies fit a disk.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg

TABLES = (
    "connectors_sourcepayload",
    "connectors_sourcerecord",
    "proposals_pack",
    "proposals_evidence",
    "proposals_proposal",
    "proposals_action",
    "proposals_evidencelink",
    "proposals_verdict",
    "ledger_event",
    "ledger_link",
)

# `n` counts the copies; ids continue where the table ends.
ORDERS = """
WITH sample AS (
    SELECT * FROM connectors_sourcerecord
    WHERE tenant_id = %(tenant)s AND record_type = 'order' AND external_id = %(order)s
), last AS (SELECT coalesce(max(id), 0) AS id FROM connectors_sourcepayload),
payload AS (
    INSERT INTO connectors_sourcepayload
        (id, tenant_id, record_type, external_id, salted_sha256, raw, received_at)
    SELECT last.id + n, %(tenant)s, 'order', %(prefix)s || n,
           sha256((%(prefix)s || n)::bytea), '', sample.changed_at
    FROM sample, last, generate_series(1, %(count)s) AS n
)
INSERT INTO connectors_sourcerecord (
    tenant_id, record_type, source, external_id, number, order_external_id, customer_ref,
    authored_at, source_updated_at, body, paths, salt, payload_id, changed_at)
SELECT sample.tenant_id, 'order', sample.source, %(prefix)s || n, %(prefix)s || n, '',
       sha256(('customer' || %(prefix)s || n)::bytea), sample.authored_at,
       sample.source_updated_at,
       sample.body || jsonb_build_object(
           'id', %(prefix)s || n, 'number', %(prefix)s || n,
           'shipments', jsonb_set(sample.body -> 'shipments', '{0,tracker_id}',
                                  to_jsonb('t' || %(prefix)s || n))),
       sample.paths, sample.salt, last.id + n, sample.changed_at
FROM sample, last, generate_series(1, %(count)s) AS n
"""

TRACKERS = """
WITH sample AS (
    SELECT * FROM connectors_sourcerecord
    WHERE tenant_id = %(tenant)s AND record_type = 'tracker' AND external_id = %(tracker)s
), last AS (SELECT coalesce(max(id), 0) AS id FROM connectors_sourcepayload),
payload AS (
    INSERT INTO connectors_sourcepayload
        (id, tenant_id, record_type, external_id, salted_sha256, raw, received_at)
    SELECT last.id + n, %(tenant)s, 'tracker', 't' || %(prefix)s || n,
           sha256(('t' || %(prefix)s || n)::bytea), '', sample.changed_at
    FROM sample, last, generate_series(1, %(count)s) AS n
)
INSERT INTO connectors_sourcerecord (
    tenant_id, record_type, source, external_id, number, order_external_id, customer_ref,
    authored_at, source_updated_at, body, paths, salt, payload_id, changed_at)
SELECT sample.tenant_id, 'tracker', sample.source, 't' || %(prefix)s || n, '',
       %(prefix)s || n, NULL, sample.authored_at, sample.source_updated_at,
       sample.body || jsonb_build_object(
           'id', 't' || %(prefix)s || n, 'order_id', %(prefix)s || n),
       sample.paths, sample.salt, last.id + n, sample.changed_at
FROM sample, last, generate_series(1, %(count)s) AS n
"""

PACKS = """
INSERT INTO proposals_pack (id, tenant_id, order_id, digest, body, created_at)
SELECT sample.id + n, tenant_id, %(prefix)s || n, sha256((%(prefix)s || n)::bytea),
       '{}', created_at
FROM proposals_pack sample, generate_series(1, %(count)s) AS n
WHERE tenant_id = %(tenant)s AND order_id = %(order)s
"""

PROPOSALS = """
INSERT INTO proposals_proposal (
    id, tenant_id, pack_id, order_id, order_number, revision, digest, track, cause,
    blocked_reasons, rationale, can_proceed, thresholds_version, currency, amount_minor,
    created_at, review_status, rule_ids, waiting_since)
SELECT sample.id + n, tenant_id, pack_id + n, %(prefix)s || n, %(prefix)s || n,
       revision, sha256((%(prefix)s || n)::bytea), track, cause, blocked_reasons, rationale,
       can_proceed, thresholds_version, currency, amount_minor, created_at, review_status,
       rule_ids, waiting_since - make_interval(secs => n)
FROM proposals_proposal sample, generate_series(1, %(count)s) AS n
WHERE tenant_id = %(tenant)s AND order_id = %(order)s
"""

# Of these rows a proposal has several. Copy n of the one at place p gets the id `base` + n * many
# + p; `base` is the table's last id, or what it was before the copies went in.
SAMPLE_EVIDENCE = """
SELECT evidence.*, row_number() OVER (ORDER BY evidence.id) AS place, count(*) OVER () AS many,
       (SELECT max(id) FROM proposals_evidence) AS last
FROM proposals_evidence evidence JOIN proposals_pack pack ON pack.id = evidence.pack_id
WHERE pack.tenant_id = %(tenant)s AND pack.order_id = %(order)s
"""
SAMPLE_ACTIONS = SAMPLE_EVIDENCE.replace("evidence", "action")

EVIDENCE = f"""
INSERT INTO proposals_evidence (id, tenant_id, pack_id, short_id, source_object, json_path,
    payload_sha256, value_sha256, occurred_at, received_at)
SELECT last + n * many + place, tenant_id, pack_id + n, short_id, source_object,
       json_path, payload_sha256, value_sha256, occurred_at, received_at
FROM generate_series(1, %(count)s) AS n, ({SAMPLE_EVIDENCE}) AS sample
"""

ACTIONS = f"""
INSERT INTO proposals_action (id, tenant_id, pack_id, proposal_id, index, kind, cause, alternative,
    amount_minor, currency, requires_approval, body, approved, execution_status)
SELECT last + n * many + place, tenant_id, pack_id + n, proposal_id + n, index,
       kind, cause, alternative, amount_minor, currency, requires_approval, '{{}}', approved,
       execution_status
FROM generate_series(1, %(count)s) AS n, ({SAMPLE_ACTIONS}) AS sample
"""

LINKS = f"""
INSERT INTO proposals_evidencelink (tenant_id, pack_id, action_id, evidence_id)
SELECT link.tenant_id, link.pack_id + n,
       action.last + (n - %(count)s - 1) * action.many + action.place,
       evidence.last + (n - %(count)s - 1) * evidence.many + evidence.place
FROM generate_series(1, %(count)s) AS n, proposals_evidencelink link
JOIN ({SAMPLE_ACTIONS}) AS action ON action.id = link.action_id
JOIN ({SAMPLE_EVIDENCE}) AS evidence ON evidence.id = link.evidence_id
"""

VERDICTS = f"""
INSERT INTO proposals_verdict (
    tenant_id, pack_id, action_id, outcome, thresholds_version, results, context, created_at)
SELECT tenant_id, pack_id + n, last + (n - %(count)s - 1) * many + place, 'needs_approval', 1,
       '[]', '{{}}', now()
FROM generate_series(1, %(count)s) AS n, ({SAMPLE_ACTIONS}) AS action
"""

EVENTS = """
INSERT INTO ledger_event (
    tenant_id, event_id, kind, actor_type, occurred_at, recorded_at, body)
SELECT sample.tenant_id, gen_random_uuid(), sample.kind, sample.actor_type, sample.occurred_at,
       sample.recorded_at, '{"order":"' || %(prefix)s || n || '"}'
FROM ledger_event sample, generate_series(1, %(count)s) AS n
WHERE sample.tenant_id = %(tenant)s AND sample.order_id = %(order)s
  AND sample.item_key IS NULL
"""

# No chain that could be verified, but as long, and continued from its end.
EVENT_LINKS = """
INSERT INTO ledger_link (tenant_id, seq, event_id, leaf_hash)
SELECT event.tenant_id, last.seq + row_number() OVER (ORDER BY event.id), event.event_id,
       sha256(event.event_id::text::bytea)
FROM (SELECT max(seq) AS seq FROM ledger_link WHERE tenant_id = %(tenant)s) last, ledger_event event
WHERE event.tenant_id = %(tenant)s AND event.order_id LIKE %(prefix)s || '%%'
"""

NEXT_ID = """
SELECT setval(pg_get_serial_sequence(%(table)s, 'id'), (SELECT max(id) FROM {table}))
"""

RECORDS = (ORDERS, TRACKERS)
STORED = (PACKS, PROPOSALS, EVIDENCE, ACTIONS, LINKS, VERDICTS)
TOLD = (EVENTS, EVENT_LINKS)

CHECKS = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = 'ledger_event'::regclass AND contype = 'c'
"""


@contextmanager
def unchecked_events(session: psycopg.Connection) -> Iterator[None]:
    """Checking millions of bodies that are all alike takes minutes; new ones are checked."""
    checks = session.execute(CHECKS).fetchall()
    for name, _ in checks:
        session.execute(f"ALTER TABLE ledger_event DROP CONSTRAINT {name}".encode())
    yield
    for name, rule in checks:
        again = f"ALTER TABLE ledger_event ADD CONSTRAINT {name} {rule} NOT VALID"
        session.execute(again.encode())


@dataclass(frozen=True)
class Seed:
    """Copies of one order of one shop, in a session that skips triggers.

    A prefix names its copies (`prefix`1, `prefix`2, …) and no other order's id begins with it.
    """

    session: psycopg.Connection
    tenant: int
    order: str
    tracker: str

    def copy_records(self, prefix: str, count: int) -> None:
        """Orders to be resolved, each of another customer and with a tracker of its own."""
        self._run(RECORDS, prefix, count)

    def copy_stored(self, prefix: str, count: int) -> None:
        """What resolving the order stored."""
        self._run(STORED, prefix, count)
        with unchecked_events(self.session):
            self._run(TOLD, prefix, count)

    def finish(self) -> None:
        """New rows continue after the copies, and the planner knows about them."""
        for table in TABLES:
            if table != "ledger_link":
                self.session.execute(NEXT_ID.format(table=table).encode(), {"table": table})
        self.session.execute("VACUUM ANALYZE")

    def _run(self, statements: Sequence[str], prefix: str, count: int) -> None:
        values = {
            "tenant": self.tenant,
            "order": self.order,
            "tracker": self.tracker,
            "prefix": prefix,
            "count": count,
        }
        for statement in statements:
            self.session.execute(statement.encode(), values)
            self.session.execute("ANALYZE")
