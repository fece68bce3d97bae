-- An effect goes forwards only, an attempt ends once, and an action shows where its effect stands.
-- Frozen: later changes come in a later file.
-- SO401: this state does not follow that one. SO402: another column would change.
-- SO403: its decision can still be undone, or the gate has not let it through.

ALTER TABLE outbox_effect
    ADD CONSTRAINT effect_key_length CHECK (octet_length(key) = 32),
    ADD CONSTRAINT effect_kind CHECK (kind IN ('refund', 'reship', 'credit', 'mail', 'note')),
    ADD CONSTRAINT effect_state CHECK (state IN
        ('held', 'running', 'unknown', 'succeeded', 'failed', 'let_go')),
    ADD CONSTRAINT effect_of_an_action CHECK ((kind = 'note') = (action_id IS NULL)),
    ADD CONSTRAINT effect_action_and_proposal CHECK ((action_id IS NULL) OR (proposal_id IS NOT NULL)),
    ADD CONSTRAINT effect_money CHECK
        ((amount_minor IS NULL) = (currency = '') AND (amount_minor IS NULL OR amount_minor >= 0)),
    ADD CONSTRAINT effect_refund_names_its_payment
        CHECK (kind <> 'refund' OR (transaction_id <> '' AND amount_minor > 0)),
    ADD CONSTRAINT effect_ends CHECK
        ((state IN ('succeeded', 'failed', 'let_go')) = (ended_at IS NOT NULL)),
    ADD CONSTRAINT effect_over_is_not_due
        CHECK (next_at IS NULL OR state IN ('held', 'running', 'unknown')),
    ADD CONSTRAINT effect_proposal_of_tenant
        FOREIGN KEY (tenant_id, proposal_id) REFERENCES proposals_proposal (tenant_id, id),
    ADD CONSTRAINT effect_connection_of_tenant
        FOREIGN KEY (tenant_id, connection_id) REFERENCES connections_connection (tenant_id, id),
    ADD CONSTRAINT effect_settler_of_tenant
        FOREIGN KEY (tenant_id, settled_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT effect_runner_of_tenant
        FOREIGN KEY (tenant_id, run_by_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT effect_action_is_one FOREIGN KEY (action_id) REFERENCES proposals_action (id);

ALTER TABLE outbox_attempt
    ADD CONSTRAINT attempt_purpose CHECK (purpose IN ('send', 'look_up')),
    ADD CONSTRAINT attempt_ends CHECK ((ended_at IS NULL) = (outcome = '')),
    ADD CONSTRAINT attempt_outcome CHECK (outcome IN
        ('', 'done', 'refused', 'again', 'absent', 'unknown', 'lost')),
    ADD CONSTRAINT attempt_effect_of_tenant
        FOREIGN KEY (tenant_id, effect_id) REFERENCES outbox_effect (tenant_id, id);

ALTER TABLE outbox_effectnote
    ADD CONSTRAINT effect_note_of_tenant
        FOREIGN KEY (tenant_id, effect_id) REFERENCES outbox_effect (tenant_id, id);

CREATE FUNCTION outbox_only_columns() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    IF to_jsonb(NEW) - TG_ARGV IS DISTINCT FROM to_jsonb(OLD) - TG_ARGV THEN
        RAISE EXCEPTION '%: only % may change', TG_TABLE_NAME, array_to_string(TG_ARGV, ', ')
            USING ERRCODE = 'SO402';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_only_columns BEFORE UPDATE ON outbox_effect
    FOR EACH ROW EXECUTE FUNCTION outbox_only_columns(
        'connection_id', 'state', 'released_at', 'next_at', 'tries', 'code', 'detail',
        'remote_id', 'ended_at', 'run_by_id', 'settled_by_id');
CREATE TRIGGER a_only_columns BEFORE UPDATE ON outbox_attempt
    FOR EACH ROW EXECUTE FUNCTION outbox_only_columns(
        'ended_at', 'outcome', 'code', 'detail', 'status', 'reply', 'request');

CREATE FUNCTION outbox_effect_step() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
DECLARE
    followers text[];
    owner record;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'held' OR NEW.released_at IS NOT NULL OR NEW.tries <> 0
           OR NEW.settled_by_id IS NOT NULL THEN
            RAISE EXCEPTION 'an effect begins held' USING ERRCODE = 'SO401';
        END IF;
        IF NEW.action_id IS NOT NULL THEN
            SELECT a.tenant_id, a.proposal_id, a.amount_minor, a.currency,
                   COALESCE(a.body->>'transaction_id', '') AS transaction_id INTO owner
            FROM public.proposals_action a WHERE a.id = NEW.action_id;
            IF (owner.tenant_id, owner.proposal_id) IS DISTINCT FROM
               (NEW.tenant_id, NEW.proposal_id) THEN
                RAISE EXCEPTION 'an effect is of an action of its own proposal'
                    USING ERRCODE = 'SO402';
            END IF;
            IF NEW.kind IN ('refund', 'credit') AND
               (owner.amount_minor, owner.currency, owner.transaction_id) IS DISTINCT FROM
               (NEW.amount_minor, NEW.currency, NEW.transaction_id) THEN
                RAISE EXCEPTION 'an effect moves what its action says, not % of %',
                    NEW.amount_minor, NEW.transaction_id USING ERRCODE = 'SO402';
            END IF;
        END IF;
        RETURN NEW;
    END IF;
    followers := CASE OLD.state
        WHEN 'held' THEN ARRAY['running', 'failed', 'let_go', 'succeeded']
        WHEN 'running' THEN ARRAY['succeeded', 'failed', 'unknown']
        WHEN 'unknown' THEN ARRAY['running', 'succeeded', 'failed']
        WHEN 'failed' THEN ARRAY['running', 'succeeded']
        ELSE '{}'::text[] END;
    IF NEW.state <> OLD.state THEN
        IF NEW.state <> ALL (followers) THEN
            RAISE EXCEPTION 'effect %: % can''t become %', OLD.id, OLD.state, NEW.state
                USING ERRCODE = 'SO401';
        END IF;
        -- Without having run, it is done only because a person says so.
        IF OLD.state IN ('held', 'failed') AND NEW.state = 'succeeded'
           AND NEW.settled_by_id IS NULL THEN
            RAISE EXCEPTION 'effect %: nobody did it', OLD.id USING ERRCODE = 'SO401';
        END IF;
        IF NEW.state = 'running' AND (public.shopops_clock() < OLD.not_before
                                      OR NEW.released_at IS NULL) THEN
            RAISE EXCEPTION 'effect %: it is held until %', OLD.id, OLD.not_before
                USING ERRCODE = 'SO403';
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER b_effect_step BEFORE INSERT OR UPDATE ON outbox_effect
    FOR EACH ROW EXECUTE FUNCTION outbox_effect_step();

-- One truth: what an action shows is its effect's state.
CREATE FUNCTION outbox_show_state() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    UPDATE public.proposals_action SET execution_status = NEW.state WHERE id = NEW.action_id;
    RETURN NULL;
END $$;
CREATE TRIGGER show_state AFTER UPDATE ON outbox_effect
    FOR EACH ROW WHEN (NEW.action_id IS NOT NULL AND NEW.state <> OLD.state
                       AND NEW.state <> 'let_go')
    EXECUTE FUNCTION outbox_show_state();

CREATE FUNCTION outbox_attempt_ends_once() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
    -- What went over the line is purged some day; nothing else changes once it ended.
    IF OLD.ended_at IS NOT NULL AND (
        to_jsonb(NEW) - ARRAY['request', 'reply'] IS DISTINCT FROM
        to_jsonb(OLD) - ARRAY['request', 'reply']
        OR NEW.request IS NOT NULL OR NEW.reply IS NOT NULL) THEN
        RAISE EXCEPTION 'attempt %: it has ended', OLD.id USING ERRCODE = 'SO401';
    END IF;
    IF OLD.ended_at IS NULL AND NEW.request IS DISTINCT FROM OLD.request THEN
        RAISE EXCEPTION 'attempt %: what is sent was written before', OLD.id USING ERRCODE = 'SO402';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER b_ends_once BEFORE UPDATE ON outbox_attempt
    FOR EACH ROW EXECUTE FUNCTION outbox_attempt_ends_once();

CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON outbox_effect
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE outbox_effect ENABLE ALWAYS TRIGGER kept;
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON outbox_attempt
    FOR EACH STATEMENT EXECUTE FUNCTION shopops_deny();
ALTER TABLE outbox_attempt ENABLE ALWAYS TRIGGER kept;
