-- A handle made for an API token is made for one of the same shop. Frozen: later changes come in a
-- later file.

ALTER TABLE review_decisionhandle
    ADD CONSTRAINT handle_token_of_tenant
        FOREIGN KEY (tenant_id, token_id) REFERENCES tenants_apitoken (tenant_id, id);
