GRANT UPDATE ON alarms_alarmhandle TO so_app;
DROP TRIGGER ledger_use_handle ON ledger_event;
DROP FUNCTION ledger_use_handle();
DROP TRIGGER used_kept ON alarms_alarmhandle;
DROP TRIGGER append_only ON alarms_alarmrefusal;
DROP TRIGGER append_only ON alarms_alarmconfigversion;
DROP TRIGGER kept ON alarms_alarmitem;
DROP TRIGGER identity_kept ON alarms_alarmitem;
ALTER TABLE alarms_alarmnote DROP CONSTRAINT alarm_note_event;
ALTER TABLE alarms_alarmrefusal
    DROP CONSTRAINT alarm_refusal_token,
    DROP CONSTRAINT alarm_refusal_person_of_tenant,
    DROP CONSTRAINT alarm_refusal_item_of_tenant,
    DROP CONSTRAINT alarm_refusal_tenant;
ALTER TABLE alarms_alarmconfigversion
    DROP CONSTRAINT alarm_config_author_of_tenant,
    DROP CONSTRAINT alarm_config_body_object,
    DROP CONSTRAINT alarm_config_version_positive,
    DROP CONSTRAINT alarm_config_tenant;
ALTER TABLE alarms_rostercontact DROP CONSTRAINT roster_contact_person_of_tenant;
ALTER TABLE alarms_alarmhandle
    DROP CONSTRAINT alarm_handle_item_of_tenant,
    DROP CONSTRAINT alarm_handle_used,
    DROP CONSTRAINT alarm_handle_kind,
    DROP CONSTRAINT alarm_handle_lengths;
ALTER TABLE alarms_alarmitem
    DROP CONSTRAINT alarm_item_evidence_length,
    DROP CONSTRAINT alarm_item_holder_length,
    DROP CONSTRAINT alarm_item_money,
    DROP CONSTRAINT alarm_item_status,
    DROP CONSTRAINT alarm_item_code,
    DROP CONSTRAINT alarm_item_key_length,
    DROP CONSTRAINT alarm_item_tenant;
