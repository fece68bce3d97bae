DROP TRIGGER undone_whole ON proposals_proposal;
DROP FUNCTION proposals_undone_whole();
DROP TRIGGER a_only_status ON proposals_proposal;
CREATE TRIGGER a_only_status BEFORE UPDATE ON proposals_proposal
    FOR EACH ROW EXECUTE FUNCTION proposals_only_status(
        'review_status', 'rule_ids', 'waiting_since', 'decided_by_id', 'decided_at',
        'superseded_by_id');
ALTER TABLE proposals_proposal
    DROP CONSTRAINT proposal_edit_of_its_pack,
    DROP CONSTRAINT proposal_editor_of_tenant,
    DROP CONSTRAINT proposal_edit_names_its_editor,
    DROP CONSTRAINT proposal_round_positive;
DROP POLICY outline_text_app ON proposals_outlinetext;
DROP TRIGGER unchanged ON proposals_outlinetext;
ALTER TABLE proposals_outlinetext
    DISABLE ROW LEVEL SECURITY,
    DROP CONSTRAINT outline_text_lengths,
    DROP CONSTRAINT outline_text_proposal_of_tenant;

CREATE OR REPLACE FUNCTION proposals_review_step() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
DECLARE
    followers text[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF (NEW.review_status, NEW.rule_ids, NEW.decided_by_id, NEW.decided_at,
            NEW.superseded_by_id) IS DISTINCT FROM
           ('unjudged'::varchar, '{}'::varchar[], NULL::bigint, NULL::timestamptz,
            NULL::bigint) THEN
            RAISE EXCEPTION 'a proposal begins unjudged' USING ERRCODE = 'SO103';
        END IF;
        RETURN NEW;
    END IF;
    followers := CASE OLD.review_status
        WHEN 'unjudged' THEN ARRAY['pending', 'not_required', 'stale', 'cancelled']
        WHEN 'not_required' THEN ARRAY['stale', 'cancelled']
        WHEN 'pending' THEN ARRAY['changes_requested', 'approved', 'rejected', 'handled', 'stale',
                                  'expired', 'cancelled']
        WHEN 'changes_requested' THEN ARRAY['pending', 'rejected', 'handled', 'stale', 'expired',
                                            'cancelled']
        ELSE '{}'::text[] END;
    IF NEW.review_status <> OLD.review_status AND NEW.review_status <> ALL (followers) THEN
        RAISE EXCEPTION 'proposal %: % can''t become %', OLD.id, OLD.review_status,
            NEW.review_status USING ERRCODE = 'SO103';
    END IF;
    IF followers = '{}' AND (NEW.rule_ids, NEW.waiting_since, NEW.decided_by_id, NEW.decided_at)
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

CREATE OR REPLACE FUNCTION proposals_action_step() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
DECLARE
    followers text[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.approved OR NEW.execution_status <> 'none' THEN
            RAISE EXCEPTION 'an action begins not approved and not carried out'
                USING ERRCODE = 'SO103';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.approved <> OLD.approved AND (OLD.approved OR NEW.proposal_id::text IS DISTINCT FROM
                                         current_setting('shopops.approving', true)) THEN
        RAISE EXCEPTION 'action %: approved only together with its proposal, and for good', OLD.id
            USING ERRCODE = 'SO103';
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
    IF NEW.execution_status <> OLD.execution_status
       AND NEW.execution_status <> ALL (followers) THEN
        RAISE EXCEPTION 'action %: % can''t become %', OLD.id, OLD.execution_status,
            NEW.execution_status USING ERRCODE = 'SO103';
    END IF;
    RETURN NEW;
END $$;
