-- Ringing: a mail is sent first and recorded after. One call records a mail and begins the next.
-- Frozen: later changes come in a later file.

ALTER TABLE alarms_ringmail
    ADD CONSTRAINT ring_mail_tenant FOREIGN KEY (tenant_id)
        REFERENCES tenants_tenant ON DELETE RESTRICT,
    ADD CONSTRAINT ring_mail_person_of_tenant
        FOREIGN KEY (tenant_id, membership_id) REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT ring_mail_state CHECK (state IN (
        'queued', 'sending', 'failed', 'unknown', 'accepted', 'sent_superseded', 'dropped',
        'nobody')),
    ADD CONSTRAINT ring_mail_person CHECK ((state = 'nobody') = (membership_id IS NULL));
-- Bytes that were rendered once are mostly random; compressing them costs more than it saves.
ALTER TABLE alarms_ringmail ALTER COLUMN message SET STORAGE EXTERNAL;
-- Room for the steps of a mail, so that those which change no indexed column touch no index.
ALTER TABLE alarms_ringmail SET (fillfactor = 70);
ALTER TABLE alarms_ringitem SET (fillfactor = 70);

ALTER TABLE alarms_ringitem
    ADD CONSTRAINT ring_item_mail FOREIGN KEY (tenant_id, mail_id)
        REFERENCES alarms_ringmail (tenant_id, id),
    ADD CONSTRAINT ring_item_item FOREIGN KEY (tenant_id, item_id)
        REFERENCES alarms_alarmitem (tenant_id, id),
    ADD CONSTRAINT ring_item_handle_length CHECK (octet_length(handle) = 32),
    ADD CONSTRAINT ring_item_state CHECK (
        state IN ('open', 'raised', 'superseded', 'given_up', 'undelivered'));

ALTER TABLE alarms_ringnote
    ADD CONSTRAINT ring_note_person FOREIGN KEY (tenant_id, membership_id)
        REFERENCES tenants_membership (tenant_id, id),
    ADD CONSTRAINT ring_note_mail FOREIGN KEY (tenant_id, told_in_id)
        REFERENCES alarms_ringmail (tenant_id, id);

-- The last look before a mail is sent, under its items' locks. 'send': go on. 'lost': somebody
-- else has it in hand, or it is closed. 'dropped': an item of it was answered, settled or is no
-- longer due, so it is not sent; what is still due of it goes out in a new mail. A mail that may
-- have arrived already is sent again as long as one item of it is due.
-- These functions run with their caller's rights and name every object in full, so none of them
-- sets a search path, which would cost more than what some of them do.
CREATE FUNCTION alarm_ring_begin(tenant bigint, mail bigint, holding uuid, seconds double precision)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    now timestamptz := public.shopops_clock();
    found_mail record;
    due_items bigint;
    all_items bigint;
    perhaps_arrived boolean;
BEGIN
    SELECT doubtful, state INTO found_mail FROM public.alarms_ringmail
        WHERE id = mail AND tenant_id = tenant AND closed_at IS NULL AND lease = holding
        FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN 'lost';
    END IF;
    WITH locked AS (
        SELECT item.releases = ring.releases AND item.episode = ring.episode
            AND item.send_at IS NOT NULL AND item.send_at <= now AS is_due
        FROM public.alarms_ringitem ring
        JOIN public.alarms_alarmitem item
            ON item.id = ring.item_id
        WHERE ring.tenant_id = tenant AND ring.mail_id = mail
        ORDER BY item.id
        FOR NO KEY UPDATE OF item
    )
    SELECT count(*) FILTER (WHERE is_due), count(*) INTO due_items, all_items FROM locked;
    perhaps_arrived := found_mail.doubtful OR found_mail.state = 'sending';
    IF due_items = 0 OR (due_items < all_items AND NOT perhaps_arrived) THEN
        PERFORM public.alarm_ring_close(
            tenant, mail, CASE WHEN perhaps_arrived THEN 'unknown' ELSE 'dropped' END, NULL);
        RETURN 'dropped';
    END IF;
    UPDATE public.alarms_ringmail
        SET state = 'sending', tries = tries + 1, doubtful = perhaps_arrived,
            -- mostly unchanged: the lease is longer than a send
            ready_at = greatest(ready_at, now + make_interval(secs => seconds))
        WHERE id = mail;
    RETURN 'send';
END $$;

-- Closes a mail that raises nothing (more) and lets its items go. Its raises stay open when the
-- mail may have arrived after all: an answer to it would prove that.
CREATE FUNCTION alarm_ring_close(tenant bigint, mail bigint, how text, said text) RETURNS void
LANGUAGE sql AS $$
    UPDATE public.alarms_ringmail
        SET state = how, closed_at = public.shopops_clock(), lease = NULL,
            doubtful = doubtful OR how = 'unknown', reply = coalesce(said, reply)
        WHERE id = mail AND tenant_id = tenant;
    UPDATE public.alarms_ringitem
        SET state = CASE how WHEN 'failed' THEN 'given_up' ELSE 'superseded' END
        WHERE tenant_id = tenant AND mail_id = mail AND state = 'open' AND how <> 'unknown';
    UPDATE public.alarms_ringnote SET told_in_id = NULL
        WHERE tenant_id = tenant AND told_in_id = mail AND how IN ('dropped', 'failed');
    UPDATE public.alarms_alarmitem item SET ring_in_hand = NULL
        FROM public.alarms_ringitem ring
        WHERE ring.tenant_id = tenant AND ring.mail_id = mail
            AND item.tenant_id = tenant AND item.id = ring.item_id AND item.ring_in_hand = mail;
$$;

-- What became of a mail. Accepted: its items' raises go on the ledger and into their rows, but for
-- items that were answered or settled while it was on its way. `after` holds, for each item, its
-- row with this raise in it, which event it was made after (`last_event`), by which settings
-- (`version`) and until when (`rung_before`): when that no longer holds, SO210 asks for it anew.
-- Failed and unknown: no row; tried again after `wait` seconds, or given up when that is null.
-- No service: failed, and the try does not count.
-- `proof`: an answer has proved that the mail arrived, whatever was known of it.
CREATE FUNCTION alarm_ring_finish(
    tenant bigint, mail bigint, holding uuid, outcome text, said text, wait double precision,
    after jsonb, proof boolean
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    found_mail record;
BEGIN
    PERFORM set_config('shopops.tenant', tenant::text, true);
    SELECT closed_at, doubtful, lease INTO found_mail FROM public.alarms_ringmail
        WHERE id = mail AND tenant_id = tenant FOR NO KEY UPDATE;
    IF NOT FOUND OR (found_mail.closed_at IS NOT NULL
        AND NOT (proof AND found_mail.doubtful)) THEN
        RETURN 'closed';
    END IF;
    IF outcome = 'accepted' THEN
        RETURN public.alarm_ring_raise(tenant, mail, said, after);
    ELSIF found_mail.lease IS DISTINCT FROM holding THEN
        RETURN 'lost';
    ELSIF wait IS NULL THEN
        PERFORM public.alarm_ring_close(
            tenant, mail, CASE WHEN found_mail.doubtful THEN 'unknown' ELSE outcome END, said);
        RETURN outcome;
    END IF;
    UPDATE public.alarms_ringmail
        SET state = CASE outcome WHEN 'no_service' THEN 'failed' ELSE outcome END,
            tries = tries - CASE outcome WHEN 'no_service' THEN 1 ELSE 0 END,
            doubtful = doubtful OR outcome = 'unknown',
            reply = said, lease = NULL,
            ready_at = public.shopops_clock() + make_interval(secs => wait)
        WHERE id = mail;
    RETURN outcome;
END $$;

-- The raises of a mail that arrived, and what became of the mail.
CREATE FUNCTION alarm_ring_raise(tenant bigint, mail bigint, said text, after jsonb) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    settings integer := coalesce((
        SELECT version FROM public.alarms_alarmconfigversion
        WHERE tenant_id = tenant ORDER BY version DESC LIMIT 1), 0);
    ring record;
    written timestamptz;
    raised bigint := 0;
    left_out bigint := 0;
    became text;
BEGIN
    FOR ring IN
        SELECT ringing.id AS ring_id, ringing.item_id, ringing.event_id, ringing.body,
               ringing.handle, item.item_key,
               item.releases = ringing.releases AND item.episode = ringing.episode AS stands,
               fresh.last_event IS NOT DISTINCT FROM item.last_event
                   AND fresh.version = settings AS is_fresh,
               fresh.rung_before, fresh.story, fresh.status, fresh.rings, fresh.due_at,
               fresh.send_at, fresh.step, fresh.exhausted
        FROM public.alarms_ringitem ringing
        JOIN public.alarms_alarmitem item ON item.id = ringing.item_id
        LEFT JOIN jsonb_to_recordset(after) AS fresh (
            id bigint, last_event uuid, version int, rung_before timestamptz, story jsonb,
            status text, rings int, due_at timestamptz, send_at timestamptz, step int,
            exhausted bool) ON fresh.id = ringing.item_id
        WHERE ringing.tenant_id = tenant AND ringing.mail_id = mail AND ringing.state = 'open'
        ORDER BY item.id
        FOR NO KEY UPDATE OF item
    LOOP
        IF NOT ring.stands THEN
            left_out := left_out + 1;
            CONTINUE;
        END IF;
        IF ring.is_fresh IS NOT TRUE THEN
            RAISE EXCEPTION 'item % has moved on since its next state was worked out', ring.item_id
                USING ERRCODE = 'SO210';
        END IF;
        SELECT appended_at INTO written FROM public.ledger_append(
            tenant, ARRAY[ring.event_id], ARRAY['raised'], ARRAY['system'],
            ARRAY[public.shopops_clock()], ARRAY[ring.body], ARRAY[ring.item_key],
            ARRAY[public.ledger_key_version()], ARRAY[ring.handle], ARRAY[NULL::bytea],
            ARRAY[NULL::bytea]);
        IF ring.rung_before < written THEN
            RAISE EXCEPTION 'item % rang too late for the slot that was worked out', ring.item_id
                USING ERRCODE = 'SO210';
        END IF;
        UPDATE public.alarms_alarmitem SET
            -- the moment as msgspec writes it
            story = ring.story || jsonb_build_object('rung_at', replace(
                to_char(written AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                '.000000Z', 'Z')),
            status = ring.status, rings = ring.rings, rung_at = written, due_at = ring.due_at,
            send_at = ring.send_at, until = NULL, holder = NULL, confirmers = '{}',
            step = ring.step, exhausted = ring.exhausted, pre_epoch = false,
            last_event = ring.event_id, ring_in_hand = NULL
            WHERE id = ring.item_id;
        UPDATE public.alarms_ringitem SET state = 'raised' WHERE id = ring.ring_id;
        raised := raised + 1;
    END LOOP;
    became := CASE raised WHEN 0 THEN 'sent_superseded' ELSE 'accepted' END;
    IF raised = 0 OR left_out > 0 THEN
        PERFORM public.alarm_ring_close(tenant, mail, became, said);
    ELSE
        UPDATE public.alarms_ringmail
            SET state = became, closed_at = public.shopops_clock(), lease = NULL, reply = said
            WHERE id = mail;
    END IF;
    RETURN became;
END $$;

-- Records one mail and begins another, in one round trip and one commit; either may be null.
CREATE FUNCTION alarm_ring_step(
    tenant bigint, holding uuid,
    finished bigint, outcome text, said text, wait double precision, after jsonb,
    next bigint, seconds double precision
) RETURNS TABLE (became text, begun text) LANGUAGE plpgsql AS $$
BEGIN
    IF finished IS NOT NULL THEN
        became := public.alarm_ring_finish(
            tenant, finished, holding, outcome, said, wait, after, false);
    END IF;
    IF next IS NOT NULL THEN
        begun := public.alarm_ring_begin(tenant, next, holding, seconds);
    END IF;
    RETURN NEXT;
END $$;
