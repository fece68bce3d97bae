DROP INDEX dashboard_decisions;
CREATE INDEX dashboard_decisions ON review_decision (tenant_id, decided_at)
    INCLUDE (id, proposal_id, membership_id, kind, final);
CREATE INDEX dashboard_decided ON proposals_proposal (tenant_id, id)
    INCLUDE (waiting_since, rule_ids);
