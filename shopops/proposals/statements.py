"""The statements that change many rows at once. Each takes one JSON list."""

# The newest revision of each order. `revision` runs without gaps, so the index answers it.
LATEST = """
SELECT DISTINCT ON (proposal.order_id)
       proposal.order_id, proposal.id, proposal.revision, proposal.track,
       proposal.blocked_reasons, proposal.review_status, pack.digest
FROM proposals_proposal proposal
JOIN proposals_pack pack ON pack.id = proposal.pack_id
WHERE proposal.tenant_id = %s AND proposal.order_id = ANY (%s)
ORDER BY proposal.order_id, proposal.revision DESC
"""

# A reviewer who decides at the same moment wins or loses here: the row is judged as it is once
# its lock is free.
SUPERSEDE = """
UPDATE proposals_proposal older
SET superseded_by_id = newer.id,
    review_status = CASE WHEN older.review_status = ANY (%s) THEN 'stale'
                         ELSE older.review_status END
FROM jsonb_to_recordset(%s::jsonb) AS newer (older bigint, id bigint)
WHERE older.tenant_id = %s AND older.id = newer.older
"""

# An order keeps its place in the queue when its evidence changes while it waits.
JUDGED = """
UPDATE proposals_proposal proposal
SET review_status = judged.review_status,
    rule_ids = judged.rule_ids,
    waiting_since = CASE WHEN judged.waiting_since IS NULL THEN NULL ELSE coalesce(
        (SELECT older.waiting_since FROM proposals_proposal older
         WHERE older.tenant_id = proposal.tenant_id AND older.order_id = proposal.order_id
           AND older.revision = proposal.revision - 1 AND older.review_status = 'stale'),
        judged.waiting_since) END
FROM jsonb_to_recordset(%s::jsonb)
     AS judged (id bigint, review_status text, rule_ids text[], waiting_since timestamptz)
WHERE proposal.tenant_id = %s AND proposal.id = judged.id
"""
