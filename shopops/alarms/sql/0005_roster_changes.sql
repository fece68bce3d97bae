-- No row here can refer to another tenant's row, and what was changed stays told.
-- Frozen: later changes come in a later file.
ALTER TABLE alarms_absence
    ADD CONSTRAINT absence_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT absence_ends CHECK ("end" > start);

ALTER TABLE alarms_rosterchange
    ADD CONSTRAINT roster_change_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT roster_change_contact_of_tenant
        FOREIGN KEY (tenant_id, contact_id) REFERENCES alarms_rostercontact (tenant_id, id),
    ADD CONSTRAINT roster_change_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT roster_change_word CHECK (change IN (
        'added', 'changed', 'removed', 'verified', 'away', 'back'));

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON alarms_rosterchange
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE alarms_rosterchange ENABLE ALWAYS TRIGGER append_only;
