-- What the audit page reads, one shop's rows by when they happened. Frozen: later changes come in a
-- later file.

CREATE INDEX audit_accounts ON accounts_accountevent (user_id, at, id);
CREATE INDEX audit_alarm_refusals ON alarms_alarmrefusal (tenant_id, at, id);
CREATE INDEX audit_bypasses ON review_decision (tenant_id, decided_at, id)
    WHERE bypassed <> '{}';
