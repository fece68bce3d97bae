-- Numbers that a shop once had stay as they were, and nothing points into another shop.

ALTER TABLE tenants_membership
    ADD CONSTRAINT membership_key_length CHECK (octet_length(identity_key) = 32);

ALTER TABLE tenants_apitoken
    ADD CONSTRAINT token_hash_length CHECK (octet_length(token_hash) = 32),
    ADD CONSTRAINT token_creator_of_tenant
        FOREIGN KEY (tenant_id, created_by_id) REFERENCES tenants_membership (tenant_id, id);

ALTER TABLE tenants_thresholdversion
    ADD CONSTRAINT threshold_version_positive CHECK (version >= 1),
    ADD CONSTRAINT threshold_body_object CHECK (jsonb_typeof(body) = 'object'),
    ADD CONSTRAINT threshold_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id);

CREATE TRIGGER append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tenants_thresholdversion
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE tenants_thresholdversion ENABLE ALWAYS TRIGGER append_only;
