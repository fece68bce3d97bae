DROP TRIGGER b_action_step ON proposals_action;
DROP TRIGGER b_review_step ON proposals_proposal;
DROP TRIGGER a_only_status ON proposals_action;
DROP TRIGGER a_only_status ON proposals_proposal;
DROP FUNCTION proposals_action_step();
DROP FUNCTION proposals_review_step();
DROP FUNCTION proposals_only_status();
ALTER TABLE proposals_proposal
    DROP CONSTRAINT proposal_waits_since,
    DROP CONSTRAINT proposal_decision_names_its_decider,
    DROP CONSTRAINT proposal_decider_and_time,
    DROP CONSTRAINT proposal_approved_can_proceed,
    DROP CONSTRAINT proposal_superseded_is_closed;
