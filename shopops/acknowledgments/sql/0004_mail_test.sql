-- A test is one shop's and refers to its people only; the app sees its own shop's. Frozen: later
-- changes come in a later file.
ALTER TABLE acknowledgments_mailtest
    ADD CONSTRAINT mail_test_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT mail_test_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT mail_test_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT mail_test_outcome CHECK (outcome IN ('waiting', 'passed', 'failed'));

ALTER TABLE acknowledgments_mailtest ENABLE ROW LEVEL SECURITY;
CREATE POLICY mail_test_app ON acknowledgments_mailtest TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
