ALTER TABLE tenants_apitoken
    DROP CONSTRAINT token_person_was_granted,
    DROP CONSTRAINT token_person_of_tenant;
