-- What a row may say, whoever writes it. Frozen: later changes come in a later file.

-- The body is the one text of its value: compact JSON with sorted keys. The pattern lets pass what
-- consists of such a text's parts and of nothing else: no white space, no float, no escape but the
-- ones that JSON demands, in the form that every writer of ours gives them. The cast refuses what is
-- no JSON. That leaves the order of keys and a key told twice, which would need a walk of the value
-- here and which ledger_verify finds by writing every body anew.
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
    ADD CONSTRAINT ledger_event_body CHECK (
        octet_length(body) <= 65536
        AND body ~ ('^([][{},:]|-?[1-9][0-9]*|0|true|false|null'
            '|"([^"\\]|\\["\\bfnrt]|\\u00(0[0-7bef]|1[0-9a-f]))*")*$')
        AND jsonb_typeof(body::jsonb) = 'object'),
    ADD CONSTRAINT ledger_event_tenant
        FOREIGN KEY (tenant_id) REFERENCES public.tenants_tenant ON DELETE RESTRICT;

ALTER TABLE public.ledger_link
    ADD CONSTRAINT ledger_link_seq CHECK (seq > 0),
    ADD CONSTRAINT ledger_link_leaf CHECK (octet_length(leaf_hash) = 32),
    ADD CONSTRAINT ledger_link_event FOREIGN KEY (tenant_id, event_id)
        REFERENCES public.ledger_event (tenant_id, event_id) ON DELETE RESTRICT;
