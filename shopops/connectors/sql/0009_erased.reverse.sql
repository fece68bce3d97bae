DROP POLICY erased_object_app ON connectors_erasedobject;
ALTER TABLE connectors_erasedobject DISABLE ROW LEVEL SECURITY;
GRANT UPDATE, DELETE ON connectors_erasedobject TO so_app;
DROP TRIGGER unchanged ON connectors_erasedobject;
ALTER TABLE connectors_erasedobject
    DROP CONSTRAINT erased_is_named,
    DROP CONSTRAINT erased_by_person_of_tenant,
    DROP CONSTRAINT erased_tenant;
