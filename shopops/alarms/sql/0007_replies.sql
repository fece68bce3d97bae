-- No row here can refer to another tenant's row. Frozen: later changes come in a later file.
ALTER TABLE alarms_alarmreply
    ADD CONSTRAINT alarm_reply_item_of_tenant FOREIGN KEY (tenant_id, item_id)
        REFERENCES alarms_alarmitem (tenant_id, id),
    ADD CONSTRAINT alarm_reply_person_of_tenant FOREIGN KEY (tenant_id, membership_id)
        REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT alarm_reply_outcome CHECK (outcome IN ('held', 'dropped', 'refused')),
    ADD CONSTRAINT alarm_reply_person CHECK ((outcome = 'refused') = (membership_id IS NOT NULL));
