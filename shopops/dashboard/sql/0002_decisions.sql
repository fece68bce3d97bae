-- A decision says itself since when its order had waited, and which rules had asked for a person.
-- Frozen: later changes come in a later file.

DROP INDEX dashboard_decisions, dashboard_decided;
CREATE INDEX dashboard_decisions ON review_decision (tenant_id, decided_at)
    INCLUDE (id, proposal_id, membership_id, kind, final, waiting_since, rule_ids);
