DROP POLICY refused_app ON review_refuseddecision;
ALTER TABLE review_refuseddecision DISABLE ROW LEVEL SECURITY;
DROP TRIGGER append_only ON review_refuseddecision;
GRANT UPDATE, DELETE, TRUNCATE ON review_refuseddecision TO so_app;
ALTER TABLE review_refuseddecision
    DROP CONSTRAINT refused_tenant, DROP CONSTRAINT refused_proposal_of_tenant,
    DROP CONSTRAINT refused_person_of_tenant, DROP CONSTRAINT refused_token_of_tenant;
