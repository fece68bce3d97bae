DROP FUNCTION public.connectors_carriers(jsonb);
