-- No request can name a connection or a person of another shop, and none is deleted. Frozen.
ALTER TABLE privacy_privacyrequest
    ADD CONSTRAINT privacy_request_tenant FOREIGN KEY (tenant_id) REFERENCES tenants_tenant (id),
    ADD CONSTRAINT privacy_request_connection_of_tenant
        FOREIGN KEY (tenant_id, connection_id) REFERENCES connections_connection (tenant_id, id),
    ADD CONSTRAINT privacy_request_opener_of_tenant
        FOREIGN KEY (tenant_id, opened_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT privacy_request_settler_of_tenant
        FOREIGN KEY (tenant_id, settled_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT privacy_request_kind
        CHECK (kind IN ('access', 'erase_customer', 'erase_shop')),
    ADD CONSTRAINT privacy_request_salt CHECK (octet_length(salt) = 16),
    ADD CONSTRAINT privacy_request_settled CHECK
        ((settled_at IS NULL) = (outcome = '') AND outcome IN ('', 'done', 'without'));
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON privacy_privacyrequest
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE privacy_privacyrequest ENABLE ALWAYS TRIGGER kept;
