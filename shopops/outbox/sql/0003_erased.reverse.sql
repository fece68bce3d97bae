CREATE OR REPLACE FUNCTION outbox_attempt_ends_once() RETURNS trigger LANGUAGE plpgsql
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
