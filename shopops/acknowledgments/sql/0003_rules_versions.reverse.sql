DROP TRIGGER append_only ON acknowledgments_inboundrulesversion;
ALTER TABLE acknowledgments_inboundrulesversion
    DROP CONSTRAINT inbound_rules_author_of_tenant,
    DROP CONSTRAINT inbound_rules_version_positive,
    DROP CONSTRAINT inbound_rules_version_tenant;
