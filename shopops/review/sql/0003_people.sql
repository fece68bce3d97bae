-- Rounds, edits, questions, settings, delegations and claims. Nothing refers to another tenant's
-- row. Frozen: later changes come in a later file.

ALTER TABLE review_decision
    DROP CONSTRAINT decision_kind,
    DROP CONSTRAINT decision_only_approvals_are_halves,
    ADD CONSTRAINT decision_kind CHECK (kind IN (
        'approve', 'reject', 'handled_outside', 'edit', 'respond', 'take_back', 'supply_fact',
        'undo', 'propose_again')),
    ADD CONSTRAINT decision_final CHECK (CASE
        WHEN kind = 'approve' THEN true
        WHEN kind IN ('reject', 'handled_outside', 'edit') THEN final
        ELSE NOT final END),
    ADD CONSTRAINT decision_round_positive CHECK (round >= 1),
    ADD CONSTRAINT decision_undoes CHECK ((kind = 'undo') = (undoes_id IS NOT NULL)),
    ADD CONSTRAINT decision_can_be_undone
        CHECK (undo_until IS NULL OR (final AND kind <> 'edit')),
    ADD CONSTRAINT decision_bypasses_are_approvals CHECK (bypassed = '{}' OR kind = 'approve'),
    ADD CONSTRAINT decision_delegated_are_approvals
        CHECK (delegation_id IS NULL OR kind = 'approve'),
    ADD CONSTRAINT decision_preset_rejects CHECK (preset = '' OR kind = 'reject'),
    ADD CONSTRAINT decision_undoes_of_its_round
        FOREIGN KEY (tenant_id, proposal_id, round, undoes_id)
        REFERENCES review_decision (tenant_id, proposal_id, round, id),
    ADD CONSTRAINT decision_delegation_of_tenant
        FOREIGN KEY (tenant_id, delegation_id) REFERENCES review_delegation (tenant_id, id);
ALTER TABLE review_decisionhandle ADD CONSTRAINT handle_round_positive CHECK (round >= 1);

ALTER TABLE review_reviewconfigversion
    ADD CONSTRAINT review_config_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT review_config_version_positive CHECK (version >= 1),
    ADD CONSTRAINT review_config_body_object CHECK (jsonb_typeof(body) = 'object'),
    ADD CONSTRAINT review_config_author_of_tenant
        FOREIGN KEY (tenant_id, author_id) REFERENCES tenants_membership (tenant_id, id);

ALTER TABLE review_delegation
    ADD CONSTRAINT delegation_to_another CHECK (giver_id <> receiver_id),
    ADD CONSTRAINT delegation_ends_after_its_start CHECK (starts_at < ends_at),
    ADD CONSTRAINT delegation_amount CHECK (most_minor > 0 AND currency ~ '^[A-Z]{3}$'),
    ADD CONSTRAINT delegation_revoked_by_somebody
        CHECK ((revoked_at IS NULL) = (revoked_by_id IS NULL)),
    ADD CONSTRAINT delegation_giver_of_tenant
        FOREIGN KEY (tenant_id, giver_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT delegation_receiver_of_tenant
        FOREIGN KEY (tenant_id, receiver_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT delegation_creator_of_tenant
        FOREIGN KEY (tenant_id, created_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT delegation_revoker_of_tenant
        FOREIGN KEY (tenant_id, revoked_by_id) REFERENCES tenants_membership (tenant_id, id);

ALTER TABLE review_claim
    ADD CONSTRAINT claim_ends_or_is_assigned
        CHECK (lease_until IS NOT NULL OR assigned_by_id IS NOT NULL),
    ADD CONSTRAINT claim_holder_of_tenant
        FOREIGN KEY (tenant_id, holder_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT claim_assigner_of_tenant
        FOREIGN KEY (tenant_id, assigned_by_id) REFERENCES tenants_membership (tenant_id, id);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review_reviewconfigversion
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON review_delegation
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER revoked_once BEFORE UPDATE ON review_delegation
    FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION shopops_deny();
CREATE TRIGGER only_revoked BEFORE UPDATE ON review_delegation
    FOR EACH ROW EXECUTE FUNCTION proposals_only_status('revoked_at', 'revoked_by_id');
ALTER TABLE review_reviewconfigversion ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE review_delegation
    ENABLE ALWAYS TRIGGER kept, ENABLE ALWAYS TRIGGER revoked_once,
    ENABLE ALWAYS TRIGGER only_revoked;
REVOKE UPDATE, DELETE, TRUNCATE ON review_reviewconfigversion FROM so_app;
REVOKE DELETE, TRUNCATE ON review_delegation FROM so_app;

ALTER TABLE review_reviewconfigversion ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_delegation ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_claim ENABLE ROW LEVEL SECURITY;
CREATE POLICY review_config_app ON review_reviewconfigversion TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
CREATE POLICY delegation_app ON review_delegation TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
CREATE POLICY claim_app ON review_claim TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));

-- SO301: what was decided waits again only by an undo that stands on record. At commit, because
-- the proposal's row is changed first.
CREATE FUNCTION review_undo_is_recorded() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM public.review_decision
        WHERE proposal_id = OLD.id AND round = OLD.round AND kind = 'undo') THEN
        RAISE EXCEPTION 'proposal %: no undo of round % is on record', OLD.id, OLD.round
            USING ERRCODE = 'SO301';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER undo_is_recorded AFTER UPDATE ON proposals_proposal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.round <> NEW.round)
    EXECUTE FUNCTION review_undo_is_recorded();
