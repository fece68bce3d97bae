-- Refused decisions are only ever added, and name nobody of another shop. Frozen: later changes
-- come in a later file.

ALTER TABLE review_refuseddecision
    ADD CONSTRAINT refused_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT refused_proposal_of_tenant
        FOREIGN KEY (tenant_id, proposal_id) REFERENCES proposals_proposal (tenant_id, id),
    ADD CONSTRAINT refused_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT refused_token_of_tenant
        FOREIGN KEY (tenant_id, token_id) REFERENCES tenants_apitoken (tenant_id, id);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review_refuseddecision
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE review_refuseddecision ENABLE ALWAYS TRIGGER append_only;
REVOKE UPDATE, DELETE, TRUNCATE ON review_refuseddecision FROM so_app;

ALTER TABLE review_refuseddecision ENABLE ROW LEVEL SECURITY;
CREATE POLICY refused_app ON review_refuseddecision TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
