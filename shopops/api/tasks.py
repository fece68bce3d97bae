"""Housekeeping of the API."""

from celery import shared_task
from django.utils.timezone import now

from shopops.api.idempotency import purge
from shopops.tenants.shops import in_every_shop


@shared_task
def purge_kept_answers() -> None:
    """In every shop, the answers that nobody asks for again."""
    in_every_shop(lambda tenant_id: purge(tenant_id=tenant_id, now=now()))
