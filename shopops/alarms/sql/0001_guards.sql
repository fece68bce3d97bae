-- No row here can refer to another tenant's row; an item's identity is written once; a handle is
-- used up by the ledger itself. Frozen: later changes come in a later file.

ALTER TABLE alarms_alarmitem
    ADD CONSTRAINT alarm_item_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT alarm_item_key_length CHECK (octet_length(item_key) = 32),
    ADD CONSTRAINT alarm_item_code CHECK (code <> ''),
    ADD CONSTRAINT alarm_item_status CHECK (status IN (
        'none', 'due_new', 'ringing', 'snoozed', 'handed_off', 'due_again', 'resolved')),
    ADD CONSTRAINT alarm_item_money CHECK ((amount_minor IS NULL) = (currency = '')),
    ADD CONSTRAINT alarm_item_holder_length CHECK (octet_length(holder) = 32),
    ADD CONSTRAINT alarm_item_evidence_length
        CHECK (octet_length(evidence_digest) = 32 AND octet_length(noted_evidence) = 32);

ALTER TABLE alarms_alarmhandle
    ADD CONSTRAINT alarm_handle_lengths
        CHECK (octet_length(sha256) = 32 AND octet_length(item_key) = 32),
    ADD CONSTRAINT alarm_handle_kind CHECK (kind IN (
        'observed', 'raised', 'undelivered', 'acknowledged', 'unacknowledged', 'handed_off',
        'resolved', 'withdrawn')),
    ADD CONSTRAINT alarm_handle_used CHECK ((used_at IS NULL) = (event_id IS NULL)),
    ADD CONSTRAINT alarm_handle_item_of_tenant
        FOREIGN KEY (tenant_id, item_id) REFERENCES alarms_alarmitem (tenant_id, id);

ALTER TABLE alarms_rostercontact
    ADD CONSTRAINT roster_contact_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id);

ALTER TABLE alarms_alarmconfigversion
    ADD CONSTRAINT alarm_config_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT alarm_config_version_positive CHECK (version >= 1),
    ADD CONSTRAINT alarm_config_body_object CHECK (jsonb_typeof(body) = 'object'),
    ADD CONSTRAINT alarm_config_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id);

ALTER TABLE alarms_alarmrefusal
    ADD CONSTRAINT alarm_refusal_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT alarm_refusal_item_of_tenant
        FOREIGN KEY (tenant_id, item_id) REFERENCES alarms_alarmitem (tenant_id, id),
    ADD CONSTRAINT alarm_refusal_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT alarm_refusal_token FOREIGN KEY (token_id) REFERENCES tenants_apitoken;

ALTER TABLE alarms_alarmnote
    ADD CONSTRAINT alarm_note_event FOREIGN KEY (tenant_id, event_id)
        REFERENCES ledger_event (tenant_id, event_id) DEFERRABLE INITIALLY DEFERRED;

-- Only these columns are named: an update of the projection does not fire it.
CREATE TRIGGER identity_kept BEFORE UPDATE OF
        tenant_id, item_key, key_version, code, code_shift, obligation, record_source, record_kind,
        record_ids, authored_at, order_id
    ON alarms_alarmitem FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON alarms_alarmitem
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON alarms_alarmconfigversion
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON alarms_alarmrefusal
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER used_kept BEFORE DELETE ON alarms_alarmhandle
    FOR EACH ROW WHEN (OLD.used_at IS NOT NULL) EXECUTE FUNCTION shopops_deny();
ALTER TABLE alarms_alarmitem
    ENABLE ALWAYS TRIGGER identity_kept, ENABLE ALWAYS TRIGGER kept;
ALTER TABLE alarms_alarmconfigversion ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE alarms_alarmrefusal ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE alarms_alarmhandle ENABLE ALWAYS TRIGGER used_kept;

-- SO201: an alarm's event without the unused handle that was given out for this tenant, item and
-- kind. Rows of an older system have another key version, and no handle; they settle nothing.
CREATE FUNCTION ledger_use_handle() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    IF NEW.key_version IS DISTINCT FROM public.ledger_key_version() AND NEW.handle IS NULL THEN
        RETURN NULL;
    END IF;
    UPDATE public.alarms_alarmhandle handle
        SET used_at = NEW.recorded_at, event_id = NEW.event_id
        WHERE handle.sha256 = NEW.handle AND handle.tenant_id = NEW.tenant_id
            AND handle.item_key = NEW.item_key AND handle.kind = NEW.kind
            AND handle.used_at IS NULL
            AND NEW.key_version = public.ledger_key_version();
    IF NOT FOUND THEN
        RAISE EXCEPTION '% refused: its handle was not given out for it, or is used up', NEW.kind
            USING ERRCODE = 'SO201';
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION ledger_use_handle() FROM PUBLIC;

CREATE TRIGGER ledger_use_handle AFTER INSERT ON ledger_event
    FOR EACH ROW WHEN (NEW.kind IN (
        'observed', 'raised', 'undelivered', 'acknowledged', 'unacknowledged', 'handed_off',
        'resolved', 'withdrawn'))
    EXECUTE FUNCTION ledger_use_handle();

REVOKE UPDATE, TRUNCATE ON alarms_alarmhandle FROM so_app;
