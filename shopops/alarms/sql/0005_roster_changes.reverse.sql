DROP TRIGGER append_only ON alarms_rosterchange;
ALTER TABLE alarms_rosterchange
    DROP CONSTRAINT roster_change_word,
    DROP CONSTRAINT roster_change_author_of_tenant,
    DROP CONSTRAINT roster_change_contact_of_tenant,
    DROP CONSTRAINT roster_change_person_of_tenant;
ALTER TABLE alarms_absence
    DROP CONSTRAINT absence_ends,
    DROP CONSTRAINT absence_person_of_tenant;
