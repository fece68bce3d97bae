DROP FUNCTION alarm_ring_step(
    bigint, uuid, bigint, text, text, double precision, jsonb, bigint, double precision);
DROP FUNCTION alarm_ring_raise(bigint, bigint, text, jsonb);
DROP FUNCTION alarm_ring_finish(
    bigint, bigint, uuid, text, text, double precision, jsonb, boolean);
DROP FUNCTION alarm_ring_close(bigint, bigint, text, text);
DROP FUNCTION alarm_ring_begin(bigint, bigint, uuid, double precision);
ALTER TABLE alarms_ringnote
    DROP CONSTRAINT ring_note_mail,
    DROP CONSTRAINT ring_note_person;
ALTER TABLE alarms_ringitem
    DROP CONSTRAINT ring_item_state,
    DROP CONSTRAINT ring_item_handle_length,
    DROP CONSTRAINT ring_item_item,
    DROP CONSTRAINT ring_item_mail;
ALTER TABLE alarms_ringmail
    DROP CONSTRAINT ring_mail_person,
    DROP CONSTRAINT ring_mail_state,
    DROP CONSTRAINT ring_mail_person_of_tenant,
    DROP CONSTRAINT ring_mail_tenant;
ALTER TABLE alarms_ringitem RESET (fillfactor);
ALTER TABLE alarms_ringmail RESET (fillfactor);
