DROP INDEX ring_mail_of_person;
ALTER TABLE acknowledgments_inboundrules DROP CONSTRAINT inbound_rules_tenant;
ALTER TABLE acknowledgments_inboundtoken DROP CONSTRAINT inbound_token_length;
ALTER TABLE acknowledgments_inboundmail
    DROP CONSTRAINT inbound_mail_person,
    DROP CONSTRAINT inbound_mail_status,
    DROP CONSTRAINT inbound_mail_replay_length,
    DROP CONSTRAINT inbound_mail_person_of_tenant,
    DROP CONSTRAINT inbound_mail_tenant;
