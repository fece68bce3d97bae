-- No row here can refer to another tenant's row, and what was changed stays told.
-- Frozen: later changes come in a later file.
ALTER TABLE administration_invitation
    ADD CONSTRAINT invitation_tenant FOREIGN KEY (tenant_id) REFERENCES tenants_tenant (id),
    ADD CONSTRAINT invitation_author_of_tenant
        FOREIGN KEY (tenant_id, invited_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT invitation_revoker_of_tenant
        FOREIGN KEY (tenant_id, revoked_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT invitation_member_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT invitation_hash_length CHECK (octet_length(token_hash) = 32),
    ADD CONSTRAINT invitation_ends_once CHECK (accepted_at IS NULL OR revoked_at IS NULL),
    ADD CONSTRAINT invitation_brought_somebody
        CHECK ((accepted_at IS NULL) = (membership_id IS NULL));

ALTER TABLE administration_memberchange
    ADD CONSTRAINT member_change_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT member_change_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT member_change_word CHECK (change IN (
        'joined', 'role', 'name', 'left', 'returned'));

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON administration_memberchange
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE administration_memberchange ENABLE ALWAYS TRIGGER append_only;
