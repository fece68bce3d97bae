ALTER TABLE connectors_sourcerecord
    DROP CONSTRAINT source_record_customer_ref_length,
    DROP CONSTRAINT source_record_salt_length,
    DROP CONSTRAINT source_record_payload_of_tenant;

ALTER TABLE connectors_sourcepayload
    DROP CONSTRAINT source_payload_hash_is_sha256,
    DROP CONSTRAINT source_payload_of_tenant;
