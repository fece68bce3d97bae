"""The statements that read or write the rows of a whole batch; `items` is a JSON list of rows.

`tenant_id + 0` is a condition that no index serves: rows are to be found by their own id, also
while the planner believes that a shop has hardly any.
"""

# Evidence is made from the JSON that was just stored, so its rows can't say anything else than the
# pack does. A foreign key is checked at the end of the statement, when its parent is there too.
PACKS = """
WITH pack AS (
    INSERT INTO proposals_pack (tenant_id, order_id, digest, body, created_at)
    SELECT %(tenant)s, item.order_id, decode(item.digest, 'hex'), item.body, %(now)s
    FROM jsonb_to_recordset(%(items)s::jsonb) AS item (order_id text, digest text, body jsonb)
    RETURNING tenant_id, id, order_id, body
), evidence AS (
    INSERT INTO proposals_evidence (
        tenant_id, pack_id, short_id, source_object, json_path, payload_sha256, value_sha256,
        occurred_at, received_at)
    SELECT pack.tenant_id, pack.id, item.key, item.value ->> 'source_object',
           item.value ->> 'json_path', decode(item.value ->> 'payload_sha256', 'hex'),
           decode(item.value ->> 'value_sha256', 'hex'),
           (item.value ->> 'occurred_at')::timestamptz, (item.value ->> 'received_at')::timestamptz
    FROM pack CROSS JOIN LATERAL jsonb_each(pack.body -> 'evidence') AS item
    ORDER BY pack.id
)
SELECT order_id, id FROM pack
"""

# With their actions, and a link for each id that an action cites and its pack holds, in the order
# of citing. The packs are stored by then; an order stands once in `items`.
PROPOSALS = """
WITH item AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%(items)s::jsonb) AS item (
        pack_id bigint, order_id text, order_number text, revision int, digest text, track text,
        cause text, blocked_reasons text[], rationale text[], can_proceed bool,
        thresholds_version int, currency text, amount_minor bigint, waiting_since timestamptz,
        edit_of_id bigint, editor_id bigint, actions jsonb)
), proposal AS (
    INSERT INTO proposals_proposal (
        tenant_id, pack_id, order_id, order_number, revision, digest, track, cause,
        blocked_reasons, rationale, can_proceed, thresholds_version, currency, amount_minor,
        created_at, review_status, rule_ids, waiting_since, edit_of_id, editor_id)
    SELECT %(tenant)s, item.pack_id, item.order_id, item.order_number, item.revision,
           decode(item.digest, 'hex'), item.track, item.cause, item.blocked_reasons,
           item.rationale, item.can_proceed, item.thresholds_version, item.currency,
           item.amount_minor, %(now)s, 'unjudged', '{}', item.waiting_since, item.edit_of_id,
           item.editor_id
    FROM item
    RETURNING tenant_id, pack_id, id, order_id
), action AS (
    INSERT INTO proposals_action (
        tenant_id, pack_id, proposal_id, index, kind, cause, alternative, amount_minor, currency,
        requires_approval, body, approved, execution_status)
    SELECT proposal.tenant_id, proposal.pack_id, proposal.id, part.index, part.kind, part.cause,
           part.alternative, part.amount_minor, part.currency, part.requires_approval, part.body,
           false, 'none'
    FROM proposal JOIN item USING (order_id)
    CROSS JOIN LATERAL jsonb_to_recordset(item.actions) AS part (
        index int, kind text, cause text, alternative text, amount_minor bigint, currency text,
        requires_approval bool, body jsonb)
    ORDER BY proposal.id, part.index
    RETURNING tenant_id, pack_id, id, body
), link AS (
    INSERT INTO proposals_evidencelink (tenant_id, pack_id, action_id, evidence_id)
    SELECT action.tenant_id, action.pack_id, action.id, evidence.id
    FROM action
    CROSS JOIN LATERAL (
        SELECT cited.short_id, min(cited.place) AS place
        FROM jsonb_array_elements_text(action.body -> 'evidence_ids')
             WITH ORDINALITY AS cited (short_id, place)
        GROUP BY cited.short_id
    ) cited
    JOIN proposals_evidence evidence
      ON evidence.pack_id = action.pack_id AND evidence.short_id = cited.short_id
    ORDER BY action.id, cited.place
)
SELECT order_id, id FROM proposal
"""

# The newest revision of each order. `revision` runs without gaps, so the index answers it.
LATEST = """
SELECT DISTINCT ON (proposal.order_id)
       proposal.order_id, proposal.id, proposal.revision, proposal.track,
       proposal.blocked_reasons, encode(pack.digest, 'hex'),
       CASE WHEN proposal.review_status = ANY (%(undecided)s) THEN proposal.waiting_since END,
       CASE WHEN proposal.review_status = ANY (%(settled)s) THEN proposal.thresholds_version END
FROM proposals_proposal proposal
JOIN proposals_pack pack ON pack.id = proposal.pack_id
WHERE proposal.tenant_id = %(tenant)s AND proposal.order_id = ANY (%(orders)s)
ORDER BY proposal.order_id, proposal.revision DESC
"""

# A reviewer who decides at the same moment wins or loses here: the row is judged as it is once
# its lock is free.
SUPERSEDE = """
UPDATE proposals_proposal older
SET superseded_by_id = item.newer,
    review_status = CASE WHEN older.review_status = ANY (%(undecided)s) THEN 'stale'
                         ELSE older.review_status END
FROM jsonb_to_recordset(%(items)s::jsonb) AS item (older bigint, newer bigint)
WHERE older.tenant_id + 0 = %(tenant)s AND older.id = item.older
"""

# The verdicts, and what they mean for their proposal.
VERDICTS = """
WITH item AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%(items)s::jsonb) AS item (
        id bigint, pack_id bigint, review_status text, rule_ids text[], context jsonb,
        verdicts jsonb)
), verdict AS (
    INSERT INTO proposals_verdict (
        tenant_id, pack_id, action_id, outcome, thresholds_version, results, context, created_at)
    SELECT %(tenant)s, item.pack_id, part.action_id, part.outcome, part.thresholds_version,
           part.results, item.context, %(now)s
    FROM item
    CROSS JOIN LATERAL jsonb_to_recordset(item.verdicts) AS part (
        action_id bigint, outcome text, thresholds_version int, results jsonb)
)
UPDATE proposals_proposal proposal
SET review_status = item.review_status,
    rule_ids = item.rule_ids,
    waiting_since = CASE WHEN item.review_status = 'pending'
                         THEN coalesce(proposal.waiting_since, %(now)s) END
FROM item
WHERE proposal.tenant_id + 0 = %(tenant)s AND proposal.id = item.id
"""
