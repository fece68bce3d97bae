"""Housekeeping of the API."""

from celery import shared_task
from django.utils.timezone import now

from shopops.api.idempotency import purge
from shopops.tenants.models import Tenant


@shared_task
def purge_kept_answers() -> None:
    """In every shop, the answers that nobody asks for again."""
    for tenant_id in Tenant.objects.order_by("pk").values_list("pk", flat=True):
        purge(tenant_id=tenant_id, now=now())
