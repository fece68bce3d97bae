-- What people do to a proposal: an edit is a revision of the same pack, and a decision may be taken
-- back while nothing of it has begun. Frozen: later changes come in a later file.
-- SO105: a proposal that is no longer approved would keep an approved action.

ALTER TABLE proposals_proposal
    ADD CONSTRAINT proposal_edit_of_its_pack
        FOREIGN KEY (tenant_id, pack_id, edit_of_id)
        REFERENCES proposals_proposal (tenant_id, pack_id, id),
    ADD CONSTRAINT proposal_editor_of_tenant
        FOREIGN KEY (tenant_id, editor_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT proposal_edit_names_its_editor
        CHECK ((edit_of_id IS NULL) = (editor_id IS NULL)),
    ADD CONSTRAINT proposal_round_positive CHECK (round >= 1);

ALTER TABLE proposals_outlinetext
    ADD CONSTRAINT outline_text_lengths
        CHECK (octet_length(sha256) = 32 AND octet_length(salt) = 16 AND text <> ''),
    ADD CONSTRAINT outline_text_proposal_of_tenant
        FOREIGN KEY (tenant_id, proposal_id) REFERENCES proposals_proposal (tenant_id, id);
CREATE TRIGGER unchanged BEFORE UPDATE OR TRUNCATE ON proposals_outlinetext
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE proposals_outlinetext ENABLE ALWAYS TRIGGER unchanged;
REVOKE UPDATE, TRUNCATE ON proposals_outlinetext FROM so_app;
ALTER TABLE proposals_outlinetext ENABLE ROW LEVEL SECURITY;
CREATE POLICY outline_text_app ON proposals_outlinetext TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));

DROP TRIGGER a_only_status ON proposals_proposal;
CREATE TRIGGER a_only_status BEFORE UPDATE ON proposals_proposal
    FOR EACH ROW EXECUTE FUNCTION proposals_only_status(
        'review_status', 'rule_ids', 'waiting_since', 'decided_by_id', 'decided_at',
        'superseded_by_id', 'round');

CREATE OR REPLACE FUNCTION proposals_review_step() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
DECLARE
    followers text[];
    taken_back boolean;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF (NEW.review_status, NEW.rule_ids, NEW.decided_by_id, NEW.decided_at,
            NEW.superseded_by_id, NEW.round) IS DISTINCT FROM
           ('unjudged'::varchar, '{}'::varchar[], NULL::bigint, NULL::timestamptz,
            NULL::bigint, 1::smallint) THEN
            RAISE EXCEPTION 'a proposal begins unjudged' USING ERRCODE = 'SO103';
        END IF;
        RETURN NEW;
    END IF;
    followers := CASE
        WHEN OLD.review_status = 'unjudged'
            THEN ARRAY['pending', 'not_required', 'stale', 'cancelled']
        WHEN OLD.review_status = 'not_required' THEN ARRAY['stale', 'cancelled']
        WHEN OLD.review_status = 'pending'
            THEN ARRAY['changes_requested', 'approved', 'rejected', 'handled', 'stale', 'expired',
                       'cancelled']
        WHEN OLD.review_status = 'changes_requested'
            THEN ARRAY['pending', 'rejected', 'handled', 'stale', 'expired', 'cancelled']
        -- Taken back. What has a successor can't wait again: its evidence changed meanwhile.
        WHEN OLD.review_status IN ('approved', 'rejected', 'handled')
            THEN ARRAY[CASE WHEN OLD.superseded_by_id IS NULL THEN 'pending' ELSE 'stale' END]
        ELSE '{}'::text[] END;
    IF NEW.review_status <> OLD.review_status AND NEW.review_status <> ALL (followers) THEN
        RAISE EXCEPTION 'proposal %: % can''t become %', OLD.id, OLD.review_status,
            NEW.review_status USING ERRCODE = 'SO103';
    END IF;
    taken_back := OLD.review_status IN ('approved', 'rejected', 'handled')
        AND NEW.review_status <> OLD.review_status;
    IF taken_back AND NEW.round <> OLD.round + 1 THEN
        RAISE EXCEPTION 'proposal %: % can''t become % but by an undo, in the next round', OLD.id,
            OLD.review_status, NEW.review_status USING ERRCODE = 'SO103';
    END IF;
    IF NOT taken_back AND NEW.round <> OLD.round THEN
        RAISE EXCEPTION 'proposal %: a round ends with a decision that is taken back', OLD.id
            USING ERRCODE = 'SO103';
    END IF;
    IF taken_back THEN
        IF (NEW.rule_ids, NEW.waiting_since, NEW.decided_by_id, NEW.decided_at)
           IS DISTINCT FROM (OLD.rule_ids, OLD.waiting_since, NULL::bigint, NULL::timestamptz) THEN
            RAISE EXCEPTION 'proposal %: taken back, it waits where it waited, undecided', OLD.id
                USING ERRCODE = 'SO103';
        END IF;
        PERFORM set_config('shopops.undoing', NEW.id::text, true);
    ELSIF OLD.review_status IN ('approved', 'rejected', 'handled', 'stale', 'expired', 'cancelled')
          AND (NEW.rule_ids, NEW.waiting_since, NEW.decided_by_id, NEW.decided_at)
       IS DISTINCT FROM (OLD.rule_ids, OLD.waiting_since, OLD.decided_by_id, OLD.decided_at) THEN
        RAISE EXCEPTION 'proposal % is %: its decision stays', OLD.id, OLD.review_status
            USING ERRCODE = 'SO103';
    END IF;
    IF OLD.superseded_by_id IS NOT NULL
       AND NEW.superseded_by_id IS DISTINCT FROM OLD.superseded_by_id THEN
        RAISE EXCEPTION 'proposal % already names its successor', OLD.id USING ERRCODE = 'SO103';
    END IF;
    IF NEW.review_status = 'approved' AND OLD.review_status <> 'approved' THEN
        PERFORM set_config('shopops.approving', NEW.id::text, true);
    END IF;
    RETURN NEW;
END $$;

-- Which actions were approved is said in the transaction that approves the proposal, after it; and
-- in the one that takes the approval back, of actions that are held and have not begun.
CREATE OR REPLACE FUNCTION proposals_action_step() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
DECLARE
    followers text[];
    taken_back boolean;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.approved OR NEW.execution_status <> 'none' THEN
            RAISE EXCEPTION 'an action begins not approved and not carried out'
                USING ERRCODE = 'SO103';
        END IF;
        RETURN NEW;
    END IF;
    taken_back := OLD.approved AND NOT NEW.approved AND OLD.execution_status = 'held'
        AND NEW.execution_status = 'none' AND NEW.proposal_id::text IS NOT DISTINCT FROM
            current_setting('shopops.undoing', true);
    IF NEW.approved <> OLD.approved AND NOT taken_back
       AND (OLD.approved OR NEW.proposal_id::text IS DISTINCT FROM
                            current_setting('shopops.approving', true)) THEN
        RAISE EXCEPTION 'action %: approved only together with its proposal, and for good unless '
            'that is taken back', OLD.id USING ERRCODE = 'SO103';
    END IF;
    -- Of the actions that share an alternative one kind may be approved. No race: approving has
    -- locked the proposal's row, and this sees the rows that the same statement updated before.
    IF NEW.approved AND NOT OLD.approved AND EXISTS (
        SELECT FROM public.proposals_action other
        WHERE other.proposal_id = NEW.proposal_id AND other.approved
          AND other.alternative = NEW.alternative AND other.alternative <> ''
          AND other.kind <> NEW.kind) THEN
        RAISE EXCEPTION 'action %: another kind of % is approved already', OLD.id, NEW.alternative
            USING ERRCODE = 'SO104';
    END IF;
    followers := CASE OLD.execution_status
        WHEN 'none' THEN ARRAY['held']
        WHEN 'held' THEN ARRAY['running', 'failed']
        WHEN 'running' THEN ARRAY['succeeded', 'failed', 'unknown']
        WHEN 'unknown' THEN ARRAY['running', 'succeeded', 'failed']
        WHEN 'failed' THEN ARRAY['running']
        ELSE '{}'::text[] END;
    IF NEW.execution_status <> OLD.execution_status AND NOT taken_back
       AND NEW.execution_status <> ALL (followers) THEN
        RAISE EXCEPTION 'action %: % can''t become %', OLD.id, OLD.execution_status,
            NEW.execution_status USING ERRCODE = 'SO103';
    END IF;
    RETURN NEW;
END $$;

-- At commit, because the proposal is taken back first and its actions after it.
CREATE FUNCTION proposals_undone_whole() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    IF EXISTS (
        SELECT FROM public.proposals_action action
        JOIN public.proposals_proposal proposal ON proposal.id = action.proposal_id
        WHERE action.proposal_id = NEW.id AND proposal.review_status <> 'approved'
          AND (action.approved OR action.execution_status <> 'none')) THEN
        RAISE EXCEPTION 'proposal % is taken back, and one of its actions is not', NEW.id
            USING ERRCODE = 'SO105';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER undone_whole AFTER UPDATE ON proposals_proposal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.review_status = 'approved' AND NEW.review_status <> 'approved')
    EXECUTE FUNCTION proposals_undone_whole();
