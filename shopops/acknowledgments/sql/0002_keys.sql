-- No row here can refer to another tenant's row. Frozen: later changes come in a later file.
ALTER TABLE acknowledgments_inboundmail
    ADD CONSTRAINT inbound_mail_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT inbound_mail_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT inbound_mail_replay_length CHECK (octet_length(replay_hash) = 32),
    ADD CONSTRAINT inbound_mail_status CHECK (status IN (
        'received', 'dropped', 'held', 'refused', 'acknowledged', 'failed')),
    ADD CONSTRAINT inbound_mail_person CHECK (
        (status IN ('refused', 'acknowledged')) = (membership_id IS NOT NULL));
ALTER TABLE acknowledgments_inboundtoken
    ADD CONSTRAINT inbound_token_length CHECK (octet_length(token_hash) = 32);
ALTER TABLE acknowledgments_inboundrules
    ADD CONSTRAINT inbound_rules_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT;

-- What is encrypted can't be compressed; trying takes seconds for a mail with pictures.
ALTER TABLE acknowledgments_inboundmail
    ALTER COLUMN sealed SET STORAGE EXTERNAL, ALTER COLUMN reply SET STORAGE EXTERNAL;

-- An answer lists what its person was told of last.
CREATE INDEX ring_mail_of_person ON alarms_ringmail (tenant_id, membership_id, id DESC);
