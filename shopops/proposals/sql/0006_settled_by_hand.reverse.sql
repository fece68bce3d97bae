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
