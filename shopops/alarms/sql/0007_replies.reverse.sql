ALTER TABLE alarms_alarmreply
    DROP CONSTRAINT alarm_reply_person,
    DROP CONSTRAINT alarm_reply_outcome,
    DROP CONSTRAINT alarm_reply_person_of_tenant,
    DROP CONSTRAINT alarm_reply_item_of_tenant;
