ALTER TABLE tenants_vaultname
    ADD CONSTRAINT vault_name_lengths
        CHECK (octet_length(salt) = 16 AND octet_length(name_sha256) = 32),
    ADD CONSTRAINT vault_name_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id);
