ALTER TABLE connectors_suppressed
    DROP CONSTRAINT removed_by_somebody,
    DROP CONSTRAINT suppressed_is_told,
    DROP CONSTRAINT removed_by_person_of_tenant,
    DROP CONSTRAINT suppressed_by_person_of_tenant,
    DROP CONSTRAINT suppressed_tenant;
