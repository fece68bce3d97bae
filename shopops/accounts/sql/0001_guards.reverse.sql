DROP TABLE accounts_cache;
DROP TRIGGER append_only ON accounts_accountevent;
