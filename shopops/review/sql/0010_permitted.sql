-- What nobody has to decide is found too: somebody may have to carry it out by hand. Frozen.

CREATE OR REPLACE FUNCTION review_queue_rows(item proposals_proposal, since timestamptz)
RETURNS TABLE (facet text, at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
    SELECT one.facet, CASE
        WHEN item.review_status IN ('pending', 'changes_requested') THEN item.waiting_since
        ELSE coalesce(item.decided_at, since) END
    FROM (
        SELECT '' AS facet
        UNION ALL SELECT 'track:' || item.track
        UNION ALL SELECT 'rule:' || unnest(item.rule_ids)
        UNION ALL SELECT 'reason:' || unnest(item.blocked_reasons)
        UNION ALL SELECT DISTINCT 'kind:' || action.kind FROM public.proposals_action action
                  WHERE action.proposal_id = item.id
    ) AS one
    WHERE item.review_status IN ('pending', 'changes_requested', 'approved', 'rejected', 'handled',
                               'expired', 'cancelled', 'not_required')
$$;

INSERT INTO review_queueentry (tenant_id, proposal_id, status, facet, at, currency, amount_minor)
SELECT DISTINCT proposal.tenant_id, proposal.id, proposal.review_status, entry.facet, entry.at,
       proposal.currency, coalesce(proposal.amount_minor, -1)
FROM proposals_proposal proposal
CROSS JOIN LATERAL review_queue_rows(proposal, proposal.created_at) AS entry
WHERE proposal.review_status = 'not_required';
