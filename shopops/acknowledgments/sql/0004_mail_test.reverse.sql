DROP POLICY mail_test_app ON acknowledgments_mailtest;
ALTER TABLE acknowledgments_mailtest DISABLE ROW LEVEL SECURITY;
ALTER TABLE acknowledgments_mailtest
    DROP CONSTRAINT mail_test_outcome,
    DROP CONSTRAINT mail_test_author_of_tenant,
    DROP CONSTRAINT mail_test_person_of_tenant,
    DROP CONSTRAINT mail_test_tenant;
