-- Who may do what. The app reads its own tenant's rows and writes through ledger_append alone;
-- the auditor reads everything. Frozen: later changes come in a later file.

REVOKE ALL ON public.ledger_event, public.ledger_link, public.ledger_tenant_lock
    FROM PUBLIC, so_app, so_audit;
REVOKE ALL ON SEQUENCE public.ledger_event_id_seq FROM PUBLIC, so_app, so_audit;
GRANT SELECT ON public.ledger_event, public.ledger_link TO so_app, so_audit;

REVOKE ALL ON FUNCTION
    public.ledger_new_tenant(),
    public.ledger_before_insert(),
    public.ledger_at_commit(),
    public.ledger_check_release(public.ledger_event, boolean),
    public.ledger_append(
        bigint, uuid[], text[], text[], timestamptz[], text[],
        bytea[], smallint[], bytea[], bytea[], bytea[])
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.ledger_append(
        bigint, uuid[], text[], text[], timestamptz[], text[],
        bytea[], smallint[], bytea[], bytea[], bytea[])
    TO so_app;

-- Parenthesised, the tenant is asked for once per statement and not once per row.
ALTER TABLE public.ledger_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY ledger_event_app ON public.ledger_event TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
CREATE POLICY ledger_link_app ON public.ledger_link TO so_app
    USING (tenant_id = (SELECT public.shopops_tenant()))
    WITH CHECK (tenant_id = (SELECT public.shopops_tenant()));
CREATE POLICY ledger_event_audit ON public.ledger_event FOR SELECT TO so_audit USING (true);
CREATE POLICY ledger_link_audit ON public.ledger_link FOR SELECT TO so_audit USING (true);
