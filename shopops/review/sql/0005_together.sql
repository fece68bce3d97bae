-- Who looks at an order, and what is decided together. Nothing refers to another tenant's row.
-- Frozen: later changes come in a later file.

ALTER TABLE review_presence
    ADD CONSTRAINT presence_person_of_tenant
        FOREIGN KEY (tenant_id, person_id) REFERENCES tenants_membership (tenant_id, id);
ALTER TABLE review_bulkrun
    ADD CONSTRAINT bulk_run_kind CHECK (kind IN ('approve', 'reject')),
    ADD CONSTRAINT bulk_run_person_of_tenant
        FOREIGN KEY (tenant_id, person_id) REFERENCES tenants_membership (tenant_id, id);
ALTER TABLE review_bulkitem
    ADD CONSTRAINT bulk_item_refusal CHECK ((code = '') = (sentence = '')),
    ADD CONSTRAINT bulk_item_handle FOREIGN KEY (handle_id)
        REFERENCES review_decisionhandle ON DELETE SET NULL,
    ADD CONSTRAINT bulk_item_run_of_tenant
        FOREIGN KEY (tenant_id, run_id) REFERENCES review_bulkrun (tenant_id, id),
    ADD CONSTRAINT bulk_item_proposal_of_tenant
        FOREIGN KEY (tenant_id, proposal_id) REFERENCES proposals_proposal (tenant_id, id);

ALTER TABLE review_presence ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_bulkrun ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_bulkitem ENABLE ROW LEVEL SECURITY;
CREATE POLICY presence_app ON review_presence TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
CREATE POLICY bulk_run_app ON review_bulkrun TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
CREATE POLICY bulk_item_app ON review_bulkitem TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));

-- A run is confirmed once, and stays the run that was previewed.
CREATE FUNCTION review_run_confirmed_once() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    IF OLD.confirmed_at IS NOT NULL
       OR to_jsonb(NEW) - 'confirmed_at' IS DISTINCT FROM to_jsonb(OLD) - 'confirmed_at' THEN
        RAISE EXCEPTION 'bulk run %: it is confirmed once and changes in nothing else', OLD.id
            USING ERRCODE = 'SO001';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER confirmed_once BEFORE UPDATE ON review_bulkrun
    FOR EACH ROW EXECUTE FUNCTION review_run_confirmed_once();
