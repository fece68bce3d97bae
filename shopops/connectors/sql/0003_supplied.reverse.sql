DROP TRIGGER unchanged ON connectors_suppliedfact;
ALTER TABLE connectors_suppliedfact
    DROP CONSTRAINT supplied_fact_person_of_tenant,
    DROP CONSTRAINT supplied_fact_is_told;
