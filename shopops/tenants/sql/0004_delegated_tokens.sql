-- A token acts for a person of its own shop, and somebody granted it. Frozen: later changes come in
-- a later file.

ALTER TABLE tenants_apitoken
    ADD CONSTRAINT token_person_of_tenant
        FOREIGN KEY (tenant_id, acts_for_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT token_person_was_granted
        CHECK (acts_for_id IS NULL OR created_by_id IS NOT NULL);
