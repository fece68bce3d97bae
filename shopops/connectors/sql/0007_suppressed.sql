-- No entry can name a person of another shop; what stands on the list is a hash and has a reason.
-- Frozen: later changes come in a later file.
ALTER TABLE connectors_suppressed
    ADD CONSTRAINT suppressed_tenant FOREIGN KEY (tenant_id) REFERENCES tenants_tenant (id),
    ADD CONSTRAINT suppressed_by_person_of_tenant
        FOREIGN KEY (tenant_id, added_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT removed_by_person_of_tenant
        FOREIGN KEY (tenant_id, removed_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT suppressed_is_told
        CHECK (octet_length(ref) = 32 AND shown <> '' AND reason <> ''),
    ADD CONSTRAINT removed_by_somebody CHECK ((removed_at IS NULL) = (removed_by_id IS NULL));
