-- What the dashboard's questions read: one shop's rows by when they happened, with the columns
-- that are counted beside them. Frozen: later changes come in a later file.

CREATE INDEX dashboard_proposals ON proposals_proposal (tenant_id, created_at)
    INCLUDE (id, order_id, track) WHERE superseded_by_id IS NULL;
CREATE INDEX dashboard_decided ON proposals_proposal (tenant_id, id)
    INCLUDE (waiting_since, rule_ids);
CREATE INDEX dashboard_payouts ON proposals_action (tenant_id, proposal_id)
    INCLUDE (kind, alternative, currency, amount_minor, approved, execution_status)
    WHERE kind IN ('propose_refund', 'propose_store_credit');
CREATE INDEX dashboard_decisions ON review_decision (tenant_id, decided_at)
    INCLUDE (id, proposal_id, membership_id, kind, final);
CREATE INDEX dashboard_carriers ON connectors_sourcerecord (tenant_id, external_id)
    INCLUDE (carriers) WHERE record_type = 'order';
CREATE INDEX dashboard_no_carriers ON connectors_sourcerecord (tenant_id, external_id)
    WHERE record_type = 'order' AND carriers = '{}';
CREATE INDEX dashboard_carrier ON connectors_sourcerecord (tenant_id, order_external_id)
    INCLUDE (carrier) WHERE record_type = 'tracker';
CREATE INDEX dashboard_alarms ON alarms_alarmitem (tenant_id, opened_at)
    INCLUDE (rings, status);
CREATE INDEX dashboard_acknowledgments ON alarms_alarmhandle (tenant_id, used_at)
    INCLUDE (item_id) WHERE kind = 'acknowledged' AND used_at IS NOT NULL;
CREATE INDEX dashboard_item_events ON alarms_alarmhandle (item_id, used_at)
    INCLUDE (kind) WHERE used_at IS NOT NULL;
