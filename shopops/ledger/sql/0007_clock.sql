-- The one clock: what time it is for everything that has a deadline, whichever machine asks.
-- Frozen: later changes come in a later file.

CREATE FUNCTION public.shopops_clock() RETURNS timestamptz
LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT pg_catalog.clock_timestamp()';

CREATE OR REPLACE FUNCTION public.ledger_before_insert() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
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
    NEW.recorded_at := public.shopops_clock();
    RETURN NEW;
END $$;
