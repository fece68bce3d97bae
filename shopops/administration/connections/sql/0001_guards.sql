-- No row here can refer to another tenant's row, and what was changed stays told.
-- Frozen: later changes come in a later file.

ALTER TABLE connecting_connectionchange
    ADD CONSTRAINT connection_change_of_tenant
        FOREIGN KEY (tenant_id, connection_id) REFERENCES connections_connection (tenant_id, id),
    ADD CONSTRAINT connection_change_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT connection_change_word CHECK (change IN (
        'connected', 'changed', 'carries_out', 'paused', 'resumed', 'removed')),
    ADD CONSTRAINT connection_change_says_why CHECK (reason <> '');

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON connecting_connectionchange
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE connecting_connectionchange ENABLE ALWAYS TRIGGER append_only;
