-- A proposal and its actions change in their status columns only, and only forwards.
-- SO102: another column would change. SO103: this status does not follow that one.
-- SO104: two alternatives of one trouble would be approved.

CREATE FUNCTION proposals_only_status() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    IF to_jsonb(NEW) - TG_ARGV IS DISTINCT FROM to_jsonb(OLD) - TG_ARGV THEN
        RAISE EXCEPTION '%: only % may change', TG_TABLE_NAME, array_to_string(TG_ARGV, ', ')
            USING ERRCODE = 'SO102';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER a_only_status BEFORE UPDATE ON proposals_proposal
    FOR EACH ROW EXECUTE FUNCTION proposals_only_status(
        'review_status', 'rule_ids', 'waiting_since', 'decided_by_id', 'decided_at',
        'superseded_by_id');
CREATE TRIGGER a_only_status BEFORE UPDATE ON proposals_action
    FOR EACH ROW EXECUTE FUNCTION proposals_only_status('approved', 'execution_status');

ALTER TABLE proposals_proposal
    ADD CONSTRAINT proposal_waits_since
        CHECK (review_status <> 'pending' OR waiting_since IS NOT NULL),
    ADD CONSTRAINT proposal_decision_names_its_decider
        CHECK (review_status NOT IN ('approved', 'rejected', 'handled')
               OR (decided_by_id IS NOT NULL AND decided_at IS NOT NULL)),
    ADD CONSTRAINT proposal_decider_and_time
        CHECK ((decided_by_id IS NULL) = (decided_at IS NULL)),
    -- An escalation, or an action without evidence, can be handled or rejected, never approved.
    ADD CONSTRAINT proposal_approved_can_proceed CHECK (review_status <> 'approved' OR can_proceed),
    ADD CONSTRAINT proposal_superseded_is_closed
        CHECK (superseded_by_id IS NULL OR review_status NOT IN
               ('unjudged', 'not_required', 'pending', 'changes_requested'));

CREATE FUNCTION proposals_review_step() RETURNS trigger LANGUAGE plpgsql
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

CREATE TRIGGER b_review_step BEFORE INSERT OR UPDATE ON proposals_proposal
    FOR EACH ROW EXECUTE FUNCTION proposals_review_step();

-- Which actions were approved is said in the transaction that approves the proposal, after it.
CREATE FUNCTION proposals_action_step() RETURNS trigger LANGUAGE plpgsql
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

CREATE TRIGGER b_action_step BEFORE INSERT OR UPDATE ON proposals_action
    FOR EACH ROW EXECUTE FUNCTION proposals_action_step();
