-- What a person said stays as they said it, or is erased. Nothing points into another shop.
ALTER TABLE connectors_suppliedfact
    ADD CONSTRAINT supplied_fact_person_of_tenant
        FOREIGN KEY (tenant_id, supplied_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT supplied_fact_is_told
        CHECK (fact_id <> '' AND name <> '' AND known_from <> '' AND octet_length(salt) = 16);
CREATE TRIGGER unchanged BEFORE UPDATE OR TRUNCATE ON connectors_suppliedfact
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE connectors_suppliedfact ENABLE ALWAYS TRIGGER unchanged;
REVOKE UPDATE, TRUNCATE ON connectors_suppliedfact FROM so_app;
