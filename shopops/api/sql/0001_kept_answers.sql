-- A kept answer is of a token of its own shop, and no other shop sees it. Frozen: later changes come
-- in a later file.

ALTER TABLE api_keptanswer
    ADD CONSTRAINT kept_answer_token_of_tenant
        FOREIGN KEY (tenant_id, token_id) REFERENCES tenants_apitoken (tenant_id, id),
    ADD CONSTRAINT kept_answer_hash_length CHECK (octet_length(request_sha256) = 32),
    ADD CONSTRAINT kept_answer_whole CHECK ((status IS NULL) = (body = ''));

ALTER TABLE api_keptanswer ENABLE ROW LEVEL SECURITY;
CREATE POLICY kept_answer_app ON api_keptanswer TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
