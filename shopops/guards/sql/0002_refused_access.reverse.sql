DROP POLICY refused_access_app ON guards_refusedaccess;
ALTER TABLE guards_refusedaccess DISABLE ROW LEVEL SECURITY;
ALTER TABLE guards_refusedaccess
    DROP CONSTRAINT refused_access_tenant, DROP CONSTRAINT refused_access_person_of_tenant,
    DROP CONSTRAINT refused_access_token_of_tenant, DROP CONSTRAINT refused_access_of_somebody;
