-- What a search finds goes with the record it was read from, and stays within its tenant.
-- Frozen: later changes come in a later file.
ALTER TABLE connectors_sourcerecord
    ADD CONSTRAINT source_record_in_tenant UNIQUE (tenant_id, id);
ALTER TABLE connectors_searchterm
    ADD CONSTRAINT search_term_of_record
        FOREIGN KEY (tenant_id, record_id)
        REFERENCES connectors_sourcerecord (tenant_id, id) ON DELETE CASCADE,
    ADD CONSTRAINT search_term_says_something CHECK (term <> '' AND order_id <> '');
ALTER TABLE connectors_searchterm ENABLE ROW LEVEL SECURITY;
CREATE POLICY search_term_app ON connectors_searchterm TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
