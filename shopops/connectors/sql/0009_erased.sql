-- That something was erased stays known, within its tenant; the site never takes it back.
-- Frozen: later changes come in a later file.
ALTER TABLE connectors_erasedobject
    ADD CONSTRAINT erased_tenant FOREIGN KEY (tenant_id) REFERENCES tenants_tenant (id),
    ADD CONSTRAINT erased_by_person_of_tenant
        FOREIGN KEY (tenant_id, erased_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT erased_is_named CHECK (
        record_type IN ('order', 'tracker') AND external_id <> '' AND order_id <> '');
CREATE TRIGGER unchanged BEFORE UPDATE OR TRUNCATE ON connectors_erasedobject
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE connectors_erasedobject ENABLE ALWAYS TRIGGER unchanged;
REVOKE UPDATE, DELETE, TRUNCATE ON connectors_erasedobject FROM so_app;
ALTER TABLE connectors_erasedobject ENABLE ROW LEVEL SECURITY;
CREATE POLICY erased_object_app ON connectors_erasedobject TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
