-- The queue's rows follow the proposals' statuses, whoever changes them, and nobody else writes
-- them. Another seed of statuses than this trigger may fill them with review_queue_rows.
-- Frozen: later changes come in a later file.

ALTER TABLE review_queueentry
    ADD CONSTRAINT queue_entry_of_tenant FOREIGN KEY (tenant_id, proposal_id)
        REFERENCES proposals_proposal (tenant_id, id);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON review_queueentry FROM so_app;
ALTER TABLE review_queueentry ENABLE ROW LEVEL SECURITY;
CREATE POLICY queue_entry_app ON review_queueentry TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()));

-- One row per facet of one proposal. What nobody has to look at, or has a newer revision, has none.
CREATE FUNCTION review_queue_rows(item proposals_proposal, since timestamptz)
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
                               'expired', 'cancelled')
$$;

CREATE FUNCTION review_queue_follow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    DELETE FROM public.review_queueentry WHERE proposal_id = NEW.id;
    INSERT INTO public.review_queueentry (
        tenant_id, proposal_id, status, facet, at, currency, amount_minor)
    SELECT DISTINCT NEW.tenant_id, NEW.id, NEW.review_status, entry.facet, entry.at, NEW.currency,
           coalesce(NEW.amount_minor, -1)
    FROM public.review_queue_rows(NEW, transaction_timestamp()) AS entry;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION review_queue_follow() FROM PUBLIC;
CREATE TRIGGER queue_follows AFTER UPDATE ON proposals_proposal
    FOR EACH ROW WHEN (OLD.review_status <> NEW.review_status)
    EXECUTE FUNCTION review_queue_follow();

INSERT INTO review_queueentry (tenant_id, proposal_id, status, facet, at, currency, amount_minor)
SELECT DISTINCT proposal.tenant_id, proposal.id, proposal.review_status, entry.facet, entry.at,
       proposal.currency, coalesce(proposal.amount_minor, -1)
FROM proposals_proposal proposal
CROSS JOIN LATERAL review_queue_rows(proposal, proposal.created_at) AS entry;

ALTER TABLE review_savedview
    ADD CONSTRAINT saved_view_owner_of_tenant
        FOREIGN KEY (tenant_id, owner_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT saved_view_has_a_name CHECK (name <> '');
ALTER TABLE review_savedview ENABLE ROW LEVEL SECURITY;
CREATE POLICY saved_view_app ON review_savedview TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
