-- What was not opened belongs to one shop and names nobody of another one. Frozen: later changes
-- come in a later file.

ALTER TABLE guards_refusedaccess
    ADD CONSTRAINT refused_access_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT refused_access_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT refused_access_token_of_tenant
        FOREIGN KEY (tenant_id, token_id) REFERENCES tenants_apitoken (tenant_id, id),
    ADD CONSTRAINT refused_access_of_somebody
        CHECK (membership_id IS NOT NULL OR token_id IS NOT NULL);

ALTER TABLE guards_refusedaccess ENABLE ROW LEVEL SECURITY;
CREATE POLICY refused_access_app ON guards_refusedaccess TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
