DROP INDEX audit_accounts, audit_alarm_refusals, audit_bypasses;
