-- A record and the payload it was read from belong to the same tenant, whoever writes them.
ALTER TABLE connectors_sourcepayload
    ADD CONSTRAINT source_payload_of_tenant UNIQUE (tenant_id, id),
    ADD CONSTRAINT source_payload_hash_is_sha256 CHECK (octet_length(salted_sha256) = 32);

ALTER TABLE connectors_sourcerecord
    ADD CONSTRAINT source_record_payload_of_tenant
        FOREIGN KEY (tenant_id, payload_id)
        REFERENCES connectors_sourcepayload (tenant_id, id),
    ADD CONSTRAINT source_record_salt_length CHECK (octet_length(salt) = 16),
    ADD CONSTRAINT source_record_customer_ref_length CHECK (octet_length(customer_ref) = 32);
