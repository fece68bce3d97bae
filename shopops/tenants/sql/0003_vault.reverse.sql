ALTER TABLE tenants_vaultname
    DROP CONSTRAINT vault_name_person_of_tenant,
    DROP CONSTRAINT vault_name_lengths;
