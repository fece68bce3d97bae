DROP FUNCTION public.shopops_deny();
DROP FUNCTION public.shopops_tenant();
