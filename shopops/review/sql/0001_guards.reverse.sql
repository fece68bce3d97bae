DROP TRIGGER used_once ON review_decisionhandle;
DROP FUNCTION review_handle_used_once();
DROP TRIGGER append_only ON review_decision;
ALTER TABLE review_reviewnote DROP CONSTRAINT note_decision_of_tenant;
ALTER TABLE review_decision
    DROP CONSTRAINT decision_kind,
    DROP CONSTRAINT decision_only_approvals_are_halves,
    DROP CONSTRAINT decision_approves_something,
    DROP CONSTRAINT decision_outcome,
    DROP CONSTRAINT decision_proposal_of_tenant,
    DROP CONSTRAINT decision_person_of_tenant,
    DROP CONSTRAINT decision_thresholds_of_tenant;
ALTER TABLE review_decisionhandle
    DROP CONSTRAINT handle_lengths,
    DROP CONSTRAINT handle_proposal_of_tenant,
    DROP CONSTRAINT handle_person_of_tenant;
