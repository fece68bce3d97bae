-- Every event is checked when it is inserted and takes its place in the chain when its
-- transaction commits. Frozen: later changes come in a later file.

-- One row per tenant, made with the tenant; it is only ever locked, never updated, so that the
-- chain's order is the order of commits and nobody waits for more than a commit.
CREATE TABLE public.ledger_tenant_lock (
    tenant_id bigint PRIMARY KEY REFERENCES public.tenants_tenant ON DELETE CASCADE
);

CREATE FUNCTION public.ledger_new_tenant() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO public.ledger_tenant_lock (tenant_id) VALUES (NEW.id);
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_new_tenant AFTER INSERT ON public.tenants_tenant
    FOR EACH ROW EXECUTE FUNCTION public.ledger_new_tenant();

INSERT INTO public.ledger_tenant_lock (tenant_id) SELECT id FROM public.tenants_tenant;

-- The epoch of item keys; shopops.ledger.kinds.KEY_VERSION is the same number.
CREATE FUNCTION public.ledger_key_version() RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS 'SELECT 2::smallint';

-- Refuses what would settle an item that nobody was told about in its open episode. A raise opens
-- the episode, a resolve or a withdrawal ends it, a raise of another epoch never counts. Committed
-- rows stand in the chain's order, this transaction's own rows come after them; at commit, under
-- the tenant's lock, only what is chained already stands before the row.
CREATE FUNCTION public.ledger_check_release(released public.ledger_event, at_commit boolean)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    past record;
BEGIN
    WITH story AS (
        SELECT event.kind, event.key_version,
               row_number() OVER (ORDER BY link.seq NULLS LAST, event.id) AS place
        FROM public.ledger_event event
        LEFT JOIN public.ledger_link link USING (tenant_id, event_id)
        WHERE event.tenant_id = released.tenant_id
            AND event.item_key = released.item_key
            AND event.kind IN ('observed', 'raised', 'resolved', 'withdrawn')
            AND (link.seq IS NOT NULL OR NOT at_commit)
    )
    SELECT coalesce(max(place) FILTER (WHERE kind IN ('resolved', 'withdrawn')), 0) AS ended,
           coalesce(max(place) FILTER (WHERE kind = 'raised'), 0) AS told,
           coalesce(max(place) FILTER (
               WHERE kind = 'raised' AND key_version = public.ledger_key_version()), 0) AS raised,
           coalesce(max(place) FILTER (WHERE kind = 'resolved'), 0) AS resolved,
           coalesce(max(place), 0) AS latest
    INTO past FROM story;
    IF past.latest > 0 AND past.resolved = past.latest THEN
        RAISE EXCEPTION '% refused: this item is resolved already', released.kind
            USING ERRCODE = 'SO014';
    ELSIF past.told <= past.ended THEN
        RAISE EXCEPTION '% refused: this item was not raised in its open episode', released.kind
            USING ERRCODE = 'SO012';
    ELSIF past.raised <= past.ended
        OR released.key_version IS DISTINCT FROM public.ledger_key_version() THEN
        RAISE EXCEPTION '% refused: the raise or this answer to it is from before key version %',
            released.kind, public.ledger_key_version() USING ERRCODE = 'SO013';
    END IF;
END $$;

-- shopops.written_tenant remembers for whom this transaction writes: two tenants' locks taken at
-- one commit could wait for each other's. It guards against mistakes; forging it gains a deadlock.
-- Whoever may insert is the owner, so this needs no rights of its own.
CREATE FUNCTION public.ledger_before_insert() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    written text := current_setting('shopops.written_tenant', true);
BEGIN
    IF NEW.recorded_at IS NOT NULL THEN
        RAISE EXCEPTION 'recorded_at is set by the ledger and may not be supplied'
            USING ERRCODE = 'SO010';
    END IF;
    IF written IS DISTINCT FROM NEW.tenant_id::text THEN
        IF written <> '' THEN
            RAISE EXCEPTION 'one tenant per transaction: this one has written for tenant %', written
                USING ERRCODE = 'SO011';
        END IF;
        PERFORM set_config('shopops.written_tenant', NEW.tenant_id::text, true);
    END IF;
    -- A repeated event is no second release: its old row answers for it.
    IF NEW.kind IN ('acknowledged', 'resolved', 'handed_off') AND NOT EXISTS (
        SELECT FROM public.ledger_event
        WHERE tenant_id = NEW.tenant_id AND event_id = NEW.event_id) THEN
        PERFORM public.ledger_check_release(NEW, false);
    END IF;
    NEW.recorded_at := clock_timestamp();
    RETURN NEW;
END $$;

-- The text that is hashed. shopops/ledger/line.py and the exported verifier write the same. Without
-- a search_path of its own it becomes part of the statement in ledger_at_commit, which has one.
CREATE FUNCTION public.ledger_line(event public.ledger_event, seq bigint, prev bytea) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT '{"actor_type":"' || event.actor_type
        || '","body":' || event.body
        || ',"confirmer_key":' || coalesce('"' || encode(event.confirmer_key, 'hex') || '"', 'null')
        || ',"confirmer_name_hash":'
        || coalesce('"' || encode(event.confirmer_name_hash, 'hex') || '"', 'null')
        || ',"event_id":"' || event.event_id
        || '","handle":' || coalesce('"' || encode(event.handle, 'hex') || '"', 'null')
        || ',"item_key":' || coalesce('"' || encode(event.item_key, 'hex') || '"', 'null')
        || ',"key_version":' || coalesce(event.key_version::text, 'null')
        || ',"kind":"' || event.kind
        || '","occurred_at":"'
        || to_char(event.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        || '","prev":"' || encode(prev, 'hex')
        || '","recorded_at":"'
        || to_char(event.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        || '","seq":' || seq || ',"tenant":' || event.tenant_id || ',"v":1}'
$$;

CREATE FUNCTION public.ledger_at_commit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    place bigint;
    before bytea;
BEGIN
    PERFORM FROM public.ledger_tenant_lock WHERE tenant_id = NEW.tenant_id FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'tenant % has no ledger', NEW.tenant_id USING ERRCODE = 'SO016';
    END IF;
    -- A statement of its own: its snapshot is taken after the lock, so it sees the latest link.
    SELECT seq + 1, leaf_hash INTO place, before FROM public.ledger_link
        WHERE tenant_id = NEW.tenant_id ORDER BY seq DESC LIMIT 1;
    IF NOT FOUND THEN
        place := 1;
        before := decode(repeat('00', 32), 'hex');
    END IF;
    IF NEW.kind IN ('acknowledged', 'resolved', 'handed_off') THEN
        PERFORM public.ledger_check_release(NEW, true);
    END IF;
    INSERT INTO public.ledger_link (tenant_id, seq, event_id, leaf_hash) VALUES (
        NEW.tenant_id, place, NEW.event_id,
        sha256('\x00'::bytea || convert_to(public.ledger_line(NEW, place, before), 'UTF8')));
    RETURN NULL;
END $$;

-- These two stay at ORIGIN: a replica receives its links and must not chain anew.
CREATE TRIGGER ledger_before_insert BEFORE INSERT ON public.ledger_event
    FOR EACH ROW EXECUTE FUNCTION public.ledger_before_insert();
CREATE CONSTRAINT TRIGGER ledger_at_commit AFTER INSERT ON public.ledger_event
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.ledger_at_commit();

-- Refused to everybody. The statement triggers also refuse TRUNCATE and what matches no row; the
-- row triggers are the only ones that fire where a replica applies changes.
CREATE TRIGGER ledger_event_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON public.ledger_event
    FOR EACH STATEMENT EXECUTE FUNCTION public.shopops_deny();
CREATE TRIGGER ledger_event_row_kept BEFORE UPDATE OR DELETE ON public.ledger_event
    FOR EACH ROW EXECUTE FUNCTION public.shopops_deny();
CREATE TRIGGER ledger_link_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON public.ledger_link
    FOR EACH STATEMENT EXECUTE FUNCTION public.shopops_deny();
CREATE TRIGGER ledger_link_row_kept BEFORE UPDATE OR DELETE ON public.ledger_link
    FOR EACH ROW EXECUTE FUNCTION public.shopops_deny();
ALTER TABLE public.ledger_event
    ENABLE ALWAYS TRIGGER ledger_event_kept, ENABLE ALWAYS TRIGGER ledger_event_row_kept;
ALTER TABLE public.ledger_link
    ENABLE ALWAYS TRIGGER ledger_link_kept, ENABLE ALWAYS TRIGGER ledger_link_row_kept;
