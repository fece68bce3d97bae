DROP POLICY search_term_app ON connectors_searchterm;
ALTER TABLE connectors_searchterm
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT search_term_says_something,
    DROP CONSTRAINT search_term_of_record;
ALTER TABLE connectors_sourcerecord DROP CONSTRAINT source_record_in_tenant;
