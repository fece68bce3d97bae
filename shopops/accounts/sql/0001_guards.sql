-- What happened to accounts stays as it was written.

CREATE TRIGGER append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON accounts_accountevent
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE accounts_accountevent ENABLE ALWAYS TRIGGER append_only;

-- The table of Django's database cache. Made here, because the app role may not create tables.
CREATE TABLE accounts_cache (
    cache_key varchar(255) NOT NULL PRIMARY KEY,
    value text NOT NULL,
    expires timestamp with time zone NOT NULL
);
CREATE INDEX accounts_cache_expires ON accounts_cache (expires);

-- People are found by their address in small letters, as it is kept from now on.
UPDATE tenants_user SET email = lower(email) WHERE email <> lower(email);
