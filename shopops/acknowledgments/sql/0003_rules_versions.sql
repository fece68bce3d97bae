-- What a shop asked of a sender, version by version. Frozen: later changes come in a later file.
ALTER TABLE acknowledgments_inboundrulesversion
    ADD CONSTRAINT inbound_rules_version_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT inbound_rules_version_positive CHECK (version >= 1),
    ADD CONSTRAINT inbound_rules_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON acknowledgments_inboundrulesversion
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE acknowledgments_inboundrulesversion ENABLE ALWAYS TRIGGER append_only;
