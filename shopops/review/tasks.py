"""Housekeeping of the review room."""

from celery import shared_task
from django.utils.timezone import now

from shopops.review.expiry import expire_due
from shopops.review.handles import purge_handles
from shopops.review.purging import purge_short_lived
from shopops.tenants.models import Tenant


@shared_task
def purge() -> None:
    """Decision handles that nobody used, who looked at what, and previews of long ago."""
    purge_handles(now=now())
    for tenant_id in Tenant.objects.order_by("pk").values_list("pk", flat=True):
        purge_short_lived(tenant_id=tenant_id, now=now())


@shared_task
def expire() -> None:
    """In every shop, what nobody decided in time."""
    for tenant_id in Tenant.objects.order_by("pk").values_list("pk", flat=True):
        expire_due(tenant_id=tenant_id, now=now())
