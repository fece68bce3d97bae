-- What every room's tables may build on. Frozen: later changes come in a later file.

CREATE FUNCTION public.shopops_tenant() RETURNS bigint
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
DECLARE
    scope text := current_setting('shopops.tenant', true);
BEGIN
    IF scope IS NULL OR scope = '' THEN
        RAISE EXCEPTION 'no tenant scope'
            USING ERRCODE = 'SO002', HINT = 'Open shopops.tenants.scope.tenant_scope first.';
    END IF;
    RETURN scope::bigint;
END $$;

COMMENT ON FUNCTION public.shopops_tenant() IS
    'The tenant of this transaction. Policies write (SELECT shopops_tenant()): once per statement.';

CREATE FUNCTION public.shopops_deny() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RAISE EXCEPTION '% on % refused: its rows stay as they were written', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'SO001', HINT = 'Add a new row that says what changed.';
END $$;

COMMENT ON FUNCTION public.shopops_deny() IS
    'Trigger of append-only tables, on UPDATE, DELETE and TRUNCATE, ENABLE ALWAYS.';
