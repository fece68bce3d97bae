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
CREATE FUNCTION alarm_ring_begin(tenant bigint, mail bigint, holding uuid, seconds double precision)
RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    now timestamptz := public.shopops_clock();
    found_mail public.alarms_ringmail;
    due_items bigint;
    all_items bigint;
    perhaps_arrived boolean;
BEGIN
    SELECT * INTO found_mail FROM public.alarms_ringmail
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
            ready_at = now + make_interval(secs => seconds)
        WHERE id = mail;
    RETURN 'send';
END $$;

-- Closes a mail that raises nothing (more) and lets its items go. Its raises stay open when the
-- mail may have arrived after all: an answer to it would prove that.
CREATE FUNCTION alarm_ring_close(tenant bigint, mail bigint, how text, said text) RETURNS void
LANGUAGE sql SET search_path = pg_catalog AS $$
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
) RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    found_mail public.alarms_ringmail;
    raised bigint;
BEGIN
    PERFORM set_config('shopops.tenant', tenant::text, true);
    SELECT * INTO found_mail FROM public.alarms_ringmail
        WHERE id = mail AND tenant_id = tenant FOR NO KEY UPDATE;
    IF NOT FOUND OR (found_mail.closed_at IS NOT NULL
        AND NOT (proof AND found_mail.doubtful)) THEN
        RETURN 'closed';
    END IF;
    IF outcome = 'accepted' THEN
        raised := public.alarm_ring_raise(tenant, mail, after);
        RETURN public.alarm_ring_accepted(tenant, mail, said, raised);
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

-- The raises of a mail that arrived; answers how many there are.
CREATE FUNCTION alarm_ring_raise(tenant bigint, mail bigint, after jsonb) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    settings integer := coalesce((
        SELECT version FROM public.alarms_alarmconfigversion
        WHERE tenant_id = tenant ORDER BY version DESC LIMIT 1), 0);
    ring record;
    fresh record;
    written timestamptz;
    raised bigint := 0;
BEGIN
    FOR ring IN
        SELECT ringing.id, ringing.item_id, ringing.event_id, ringing.body, ringing.handle,
               item.item_key, item.last_event,
               item.releases = ringing.releases AND item.episode = ringing.episode AS stands
        FROM public.alarms_ringitem ringing
        JOIN public.alarms_alarmitem item
            ON item.id = ringing.item_id
        WHERE ringing.tenant_id = tenant AND ringing.mail_id = mail AND ringing.state = 'open'
        ORDER BY item.id
        FOR NO KEY UPDATE OF item
    LOOP
        CONTINUE WHEN NOT ring.stands;
        SELECT * INTO fresh FROM jsonb_to_recordset(after) AS given (
            id bigint, last_event uuid, version int, rung_before timestamptz, story jsonb,
            status text, rings int, due_at timestamptz, send_at timestamptz, step int,
            exhausted bool)
            WHERE given.id = ring.item_id;
        SELECT appended_at INTO written FROM public.ledger_append(
            tenant, ARRAY[ring.event_id], ARRAY['raised'], ARRAY['system'],
            ARRAY[public.shopops_clock()], ARRAY[ring.body], ARRAY[ring.item_key],
            ARRAY[public.ledger_key_version()], ARRAY[ring.handle], ARRAY[NULL::bytea],
            ARRAY[NULL::bytea]);
        IF fresh.id IS NULL OR fresh.last_event IS DISTINCT FROM ring.last_event
            OR fresh.version <> settings OR fresh.rung_before < written THEN
            RAISE EXCEPTION 'item % has moved on since its next state was worked out', ring.item_id
                USING ERRCODE = 'SO210';
        END IF;
        UPDATE public.alarms_alarmitem SET
            -- the moment as msgspec writes it
            story = fresh.story || jsonb_build_object('rung_at', replace(
                to_char(written AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                '.000000Z', 'Z')),
            status = fresh.status, rings = fresh.rings, rung_at = written, due_at = fresh.due_at,
            send_at = fresh.send_at, until = NULL, holder = NULL, confirmers = '{}',
            step = fresh.step, exhausted = fresh.exhausted, pre_epoch = false,
            last_event = ring.event_id, ring_in_hand = NULL
            WHERE id = ring.item_id;
        UPDATE public.alarms_ringitem SET state = 'raised' WHERE id = ring.id;
        raised := raised + 1;
    END LOOP;
    RETURN raised;
END $$;

CREATE FUNCTION alarm_ring_accepted(tenant bigint, mail bigint, said text, raised bigint)
RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    IF raised < (SELECT count(*) FROM public.alarms_ringitem
        WHERE tenant_id = tenant AND mail_id = mail) THEN
        PERFORM public.alarm_ring_close(tenant, mail,
            CASE raised WHEN 0 THEN 'sent_superseded' ELSE 'accepted' END, said);
    ELSE
        UPDATE public.alarms_ringmail
            SET state = 'accepted', closed_at = public.shopops_clock(), lease = NULL, reply = said
            WHERE id = mail;
    END IF;
    RETURN CASE raised WHEN 0 THEN 'sent_superseded' ELSE 'accepted' END;
END $$;

-- Records one mail and begins another, in one round trip and one commit; either may be null.
CREATE FUNCTION alarm_ring_step(
    tenant bigint, holding uuid,
    finished bigint, outcome text, said text, wait double precision, after jsonb,
    next bigint, seconds double precision
) RETURNS TABLE (became text, begun text) LANGUAGE plpgsql SET search_path = pg_catalog AS $$
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
