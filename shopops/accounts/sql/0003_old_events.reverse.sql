DROP TRIGGER kept_for_a_month ON accounts_accountevent;
DROP FUNCTION accounts_keep_event();
DROP TRIGGER append_only ON accounts_accountevent;
CREATE TRIGGER append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON accounts_accountevent
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE accounts_accountevent ENABLE ALWAYS TRIGGER append_only;
