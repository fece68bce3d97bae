DROP TRIGGER append_only ON connecting_connectionchange;
ALTER TABLE connecting_connectionchange
    DROP CONSTRAINT connection_change_says_why,
    DROP CONSTRAINT connection_change_word,
    DROP CONSTRAINT connection_change_author_of_tenant,
    DROP CONSTRAINT connection_change_of_tenant;
