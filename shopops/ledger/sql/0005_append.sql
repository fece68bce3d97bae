-- The one door: shopops.ledger.append and, later, other functions in the database go through it.
-- Frozen: later changes come in a later file.

-- Appends the events in the order given and answers one row for each new one, then one for each
-- event that was there already with the same content; the same id with other content is refused.
CREATE FUNCTION public.ledger_append(
    tenant bigint,
    event_ids uuid[],
    kinds text[],
    actor_types text[],
    occurred timestamptz[],
    bodies text[],
    item_keys bytea[],
    key_versions smallint[],
    handles bytea[],
    confirmer_name_hashes bytea[],
    confirmer_keys bytea[]
) RETURNS TABLE (appended_id uuid, appended_at timestamptz, was_new boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    added bigint;
    clashing uuid;
BEGIN
    IF tenant IS DISTINCT FROM public.shopops_tenant() THEN
        RAISE EXCEPTION 'events of tenant % in the scope of tenant %',
            tenant, public.shopops_tenant() USING ERRCODE = 'SO017';
    END IF;
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'the ledger is appended to in read committed transactions, not in %',
            current_setting('transaction_isolation') USING ERRCODE = 'SO018';
    END IF;

    RETURN QUERY
        INSERT INTO public.ledger_event AS event (
            tenant_id, event_id, kind, actor_type, occurred_at, body,
            item_key, key_version, handle, confirmer_name_hash, confirmer_key)
        SELECT tenant, given.*
        FROM unnest(event_ids, kinds, actor_types, occurred, bodies,
            item_keys, key_versions, handles, confirmer_name_hashes, confirmer_keys) given
        ON CONFLICT (tenant_id, event_id) DO NOTHING
        RETURNING event.event_id, event.recorded_at, true;
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added = cardinality(event_ids) THEN
        RETURN;
    END IF;

    SELECT given.event_id INTO clashing
        FROM unnest(event_ids, kinds, actor_types, occurred, bodies,
            item_keys, key_versions, handles, confirmer_name_hashes, confirmer_keys)
            AS given (event_id, kind, actor_type, occurred_at, body,
                item_key, key_version, handle, confirmer_name_hash, confirmer_key)
        JOIN public.ledger_event event
            ON event.tenant_id = tenant AND event.event_id = given.event_id
        WHERE (event.kind, event.actor_type, event.occurred_at, event.body, event.item_key,
            event.key_version, event.handle, event.confirmer_name_hash, event.confirmer_key)
            IS DISTINCT FROM
            (given.kind, given.actor_type, given.occurred_at, given.body, given.item_key,
            given.key_version, given.handle, given.confirmer_name_hash, given.confirmer_key)
        LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'event % is on the ledger with other content', clashing
            USING ERRCODE = 'SO015';
    END IF;
    RETURN QUERY
        SELECT event.event_id, event.recorded_at, false
        FROM public.ledger_event event
        WHERE event.tenant_id = tenant AND event.event_id = ANY (event_ids);
END $$;
