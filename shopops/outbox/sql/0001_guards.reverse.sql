DROP TRIGGER kept ON outbox_attempt;
DROP TRIGGER kept ON outbox_effect;
DROP TRIGGER b_ends_once ON outbox_attempt;
DROP FUNCTION outbox_attempt_ends_once();
DROP TRIGGER show_state ON outbox_effect;
DROP FUNCTION outbox_show_state();
DROP TRIGGER b_effect_step ON outbox_effect;
DROP FUNCTION outbox_effect_step();
DROP TRIGGER a_only_columns ON outbox_attempt;
DROP TRIGGER a_only_columns ON outbox_effect;
DROP FUNCTION outbox_only_columns();
ALTER TABLE outbox_effectnote DROP CONSTRAINT effect_note_of_tenant;
ALTER TABLE outbox_attempt
    DROP CONSTRAINT attempt_effect_of_tenant,
    DROP CONSTRAINT attempt_outcome,
    DROP CONSTRAINT attempt_ends,
    DROP CONSTRAINT attempt_purpose;
ALTER TABLE outbox_effect
    DROP CONSTRAINT effect_action_is_one,
    DROP CONSTRAINT effect_runner_of_tenant,
    DROP CONSTRAINT effect_settler_of_tenant,
    DROP CONSTRAINT effect_connection_of_tenant,
    DROP CONSTRAINT effect_proposal_of_tenant,
    DROP CONSTRAINT effect_over_is_not_due,
    DROP CONSTRAINT effect_ends,
    DROP CONSTRAINT effect_refund_names_its_payment,
    DROP CONSTRAINT effect_money,
    DROP CONSTRAINT effect_action_and_proposal,
    DROP CONSTRAINT effect_of_an_action,
    DROP CONSTRAINT effect_state,
    DROP CONSTRAINT effect_kind,
    DROP CONSTRAINT effect_key_length;
