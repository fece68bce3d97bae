-- SO101: an action that cites no evidence is refused at commit, whoever wrote it.
-- The link's own keys see to it that the evidence is of the same tenant and pack.

CREATE FUNCTION proposals_action_is_proven() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM public.proposals_evidencelink WHERE action_id = NEW.id) THEN
        RAISE EXCEPTION 'action % of proposal % cites no evidence', NEW.index, NEW.proposal_id
            USING ERRCODE = 'SO101';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER action_is_proven AFTER INSERT ON proposals_action
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION proposals_action_is_proven();
