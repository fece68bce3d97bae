-- What happened to accounts stays as it was written, and goes when it is old. A month is the least;
-- how long it stays is a setting. Frozen: later changes come in a later file.

CREATE FUNCTION accounts_keep_event() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    IF OLD.at > now() - interval '30 days' THEN
        RAISE EXCEPTION 'DELETE on % refused: the row is not old yet', TG_TABLE_NAME
            USING ERRCODE = 'SO001', HINT = 'Rows go after a month at the earliest.';
    END IF;
    RETURN OLD;
END $$;

DROP TRIGGER append_only ON accounts_accountevent;
CREATE TRIGGER append_only
    BEFORE UPDATE OR TRUNCATE ON accounts_accountevent
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE accounts_accountevent ENABLE ALWAYS TRIGGER append_only;
CREATE TRIGGER kept_for_a_month
    BEFORE DELETE ON accounts_accountevent
    FOR EACH ROW EXECUTE FUNCTION accounts_keep_event();
ALTER TABLE accounts_accountevent ENABLE ALWAYS TRIGGER kept_for_a_month;
