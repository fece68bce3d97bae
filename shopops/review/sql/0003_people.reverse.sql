DROP TRIGGER undo_is_recorded ON proposals_proposal;
DROP FUNCTION review_undo_is_recorded();
DROP POLICY claim_app ON review_claim;
DROP POLICY delegation_app ON review_delegation;
DROP POLICY review_config_app ON review_reviewconfigversion;
ALTER TABLE review_claim
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT claim_ends_or_is_assigned,
    DROP CONSTRAINT claim_holder_of_tenant,
    DROP CONSTRAINT claim_assigner_of_tenant;
DROP TRIGGER only_revoked ON review_delegation;
DROP TRIGGER revoked_once ON review_delegation;
DROP TRIGGER kept ON review_delegation;
ALTER TABLE review_delegation
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT delegation_to_another,
    DROP CONSTRAINT delegation_ends_after_its_start,
    DROP CONSTRAINT delegation_amount,
    DROP CONSTRAINT delegation_revoked_by_somebody,
    DROP CONSTRAINT delegation_giver_of_tenant,
    DROP CONSTRAINT delegation_receiver_of_tenant,
    DROP CONSTRAINT delegation_creator_of_tenant,
    DROP CONSTRAINT delegation_revoker_of_tenant;
DROP TRIGGER append_only ON review_reviewconfigversion;
ALTER TABLE review_reviewconfigversion
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT review_config_tenant,
    DROP CONSTRAINT review_config_version_positive,
    DROP CONSTRAINT review_config_body_object,
    DROP CONSTRAINT review_config_author_of_tenant;
ALTER TABLE review_decisionhandle DROP CONSTRAINT handle_round_positive;
ALTER TABLE review_decision
    DROP CONSTRAINT decision_delegation_of_tenant,
    DROP CONSTRAINT decision_undoes_of_its_round,
    DROP CONSTRAINT decision_preset_rejects,
    DROP CONSTRAINT decision_delegated_are_approvals,
    DROP CONSTRAINT decision_bypasses_are_approvals,
    DROP CONSTRAINT decision_can_be_undone,
    DROP CONSTRAINT decision_undoes,
    DROP CONSTRAINT decision_round_positive,
    DROP CONSTRAINT decision_final,
    DROP CONSTRAINT decision_kind,
    ADD CONSTRAINT decision_kind CHECK (kind IN ('approve', 'reject', 'handled_outside')),
    ADD CONSTRAINT decision_only_approvals_are_halves CHECK (final OR kind = 'approve');
