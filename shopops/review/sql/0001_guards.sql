-- Composite keys: nothing here can refer to another tenant's row. Decisions stay as written.

ALTER TABLE review_decisionhandle
    ADD CONSTRAINT handle_lengths
        CHECK (octet_length(digest) = 32 AND octet_length(handle_sha256) = 32),
    ADD CONSTRAINT handle_proposal_of_tenant
        FOREIGN KEY (tenant_id, proposal_id) REFERENCES proposals_proposal (tenant_id, id),
    ADD CONSTRAINT handle_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id);

ALTER TABLE review_decision
    ADD CONSTRAINT decision_kind CHECK (kind IN ('approve', 'reject', 'handled_outside')),
    ADD CONSTRAINT decision_only_approvals_are_halves CHECK (final OR kind = 'approve'),
    ADD CONSTRAINT decision_approves_something
        CHECK ((kind = 'approve') = (cardinality(action_indexes) > 0)),
    ADD CONSTRAINT decision_outcome CHECK ((kind = 'handled_outside') = (outcome <> '')),
    ADD CONSTRAINT decision_proposal_of_tenant
        FOREIGN KEY (tenant_id, proposal_id) REFERENCES proposals_proposal (tenant_id, id),
    ADD CONSTRAINT decision_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT decision_thresholds_of_tenant
        FOREIGN KEY (tenant_id, thresholds_version)
        REFERENCES tenants_thresholdversion (tenant_id, version);

ALTER TABLE review_reviewnote
    ADD CONSTRAINT note_decision_of_tenant
        FOREIGN KEY (tenant_id, decision_id) REFERENCES review_decision (tenant_id, id);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review_decision
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE review_decision ENABLE ALWAYS TRIGGER append_only;

-- A handle is used once: nothing takes it back, and nothing else about it changes.
CREATE FUNCTION review_handle_used_once() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    IF OLD.used_at IS NOT NULL OR NEW.used_at IS NULL
       OR to_jsonb(NEW) - 'used_at' IS DISTINCT FROM to_jsonb(OLD) - 'used_at' THEN
        RAISE EXCEPTION 'handle %: it is used once and changes in nothing else', OLD.id
            USING ERRCODE = 'SO001';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER used_once BEFORE UPDATE ON review_decisionhandle
    FOR EACH ROW EXECUTE FUNCTION review_handle_used_once();
