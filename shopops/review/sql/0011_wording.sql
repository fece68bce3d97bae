-- Whether a model may draft words, version by version. Frozen: later changes come in a later file.

ALTER TABLE review_wordingversion
    ADD CONSTRAINT wording_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT wording_version_positive CHECK (version >= 1),
    ADD CONSTRAINT wording_body_object CHECK (jsonb_typeof(body) = 'object'),
    ADD CONSTRAINT wording_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review_wordingversion
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE review_wordingversion ENABLE ALWAYS TRIGGER append_only;
REVOKE UPDATE, DELETE, TRUNCATE ON review_wordingversion FROM so_app;

ALTER TABLE review_wordingversion ENABLE ROW LEVEL SECURITY;
CREATE POLICY wording_app ON review_wordingversion TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
