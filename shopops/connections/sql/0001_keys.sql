-- Composite keys: nothing here can refer to another tenant's row. Frozen.

ALTER TABLE connections_connection
    ADD CONSTRAINT connection_maker_of_tenant
        FOREIGN KEY (tenant_id, created_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT connection_says_since_when
        CHECK ((carries_out = 'nothing') = (carries_out_since IS NULL));

ALTER TABLE connections_delivery
    ADD CONSTRAINT delivery_connection_of_tenant
        FOREIGN KEY (tenant_id, connection_id) REFERENCES connections_connection (tenant_id, id),
    ADD CONSTRAINT delivery_is_named CHECK (delivery_id <> '');
