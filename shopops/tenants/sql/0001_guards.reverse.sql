DROP TRIGGER append_only ON tenants_thresholdversion;
ALTER TABLE tenants_thresholdversion
    DROP CONSTRAINT threshold_version_positive,
    DROP CONSTRAINT threshold_body_object,
    DROP CONSTRAINT threshold_author_of_tenant;
ALTER TABLE tenants_apitoken
    DROP CONSTRAINT token_hash_length,
    DROP CONSTRAINT token_creator_of_tenant;
ALTER TABLE tenants_membership DROP CONSTRAINT membership_key_length;
