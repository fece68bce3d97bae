-- What a row may say, whoever writes it. Frozen: later changes come in a later file.

-- Canonical JSON is compact, without floats, without needless escapes, its keys sorted and told
-- once. Without its strings such a text has only these characters; and it is exactly as long as
-- the jsonb of it is, less the space that jsonb prints after every comma and colon: every other
-- way to write the same value is longer. That leaves the order of the keys (and upper-case hex in
-- an escape), which would need a walk here and which ledger_verify checks by writing it anew.
CREATE FUNCTION public.ledger_body_ok(body text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$
DECLARE
    value jsonb := body::jsonb;
    frame text := regexp_replace(body, '"([^"\\]|\\.)*"', '', 'g');
BEGIN
    RETURN octet_length(body) <= 65536
        AND jsonb_typeof(value) = 'object'
        AND frame !~ '[^][{},:0-9aeflnrstu-]|[0-9]e'
        AND octet_length(body) + octet_length(frame) - octet_length(translate(frame, ',:', ''))
            = octet_length(value::text);
END $$;

ALTER TABLE public.ledger_event
    ADD CONSTRAINT ledger_event_kind CHECK (kind IN (
        'intake', 'proposal', 'verdict', 'decision',
        'observed', 'raised', 'undelivered', 'acknowledged', 'unacknowledged', 'handed_off',
        'resolved', 'withdrawn',
        'execution', 'write_back', 'settings', 'roster', 'token', 'export', 'erased', 'imported')),
    ADD CONSTRAINT ledger_event_actor CHECK (actor_type IN ('agent', 'rule', 'human', 'system')),
    ADD CONSTRAINT ledger_event_item_key CHECK (octet_length(item_key) = 32),
    ADD CONSTRAINT ledger_event_item_named CHECK (item_key IS NOT NULL OR kind NOT IN (
        'observed', 'raised', 'undelivered', 'acknowledged', 'unacknowledged', 'handed_off',
        'resolved', 'withdrawn')),
    ADD CONSTRAINT ledger_event_handle CHECK (octet_length(handle) = 32),
    ADD CONSTRAINT ledger_event_confirmer_whole
        CHECK ((confirmer_name_hash IS NULL) = (confirmer_key IS NULL)),
    ADD CONSTRAINT ledger_event_confirmer_size
        CHECK (octet_length(confirmer_name_hash) = 32 AND octet_length(confirmer_key) = 32),
    ADD CONSTRAINT ledger_event_confirmer_kind
        CHECK (confirmer_key IS NULL OR kind = 'acknowledged'),
    ADD CONSTRAINT ledger_event_moment CHECK (
        occurred_at >= '1000-01-01T00:00:00Z' AND occurred_at < '10000-01-01T00:00:00Z'),
    ADD CONSTRAINT ledger_event_body CHECK (public.ledger_body_ok(body)),
    ADD CONSTRAINT ledger_event_tenant
        FOREIGN KEY (tenant_id) REFERENCES public.tenants_tenant ON DELETE RESTRICT;

ALTER TABLE public.ledger_link
    ADD CONSTRAINT ledger_link_seq CHECK (seq > 0),
    ADD CONSTRAINT ledger_link_leaf CHECK (octet_length(leaf_hash) = 32),
    ADD CONSTRAINT ledger_link_event FOREIGN KEY (tenant_id, event_id)
        REFERENCES public.ledger_event (tenant_id, event_id) ON DELETE RESTRICT;
