DROP POLICY ledger_link_audit ON public.ledger_link;
DROP POLICY ledger_event_audit ON public.ledger_event;
DROP POLICY ledger_link_app ON public.ledger_link;
DROP POLICY ledger_event_app ON public.ledger_event;
ALTER TABLE public.ledger_link DISABLE ROW LEVEL SECURITY;
ALTER TABLE public.ledger_event DISABLE ROW LEVEL SECURITY;
REVOKE ALL ON public.ledger_event, public.ledger_link FROM so_app, so_audit;
