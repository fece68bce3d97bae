"""Housekeeping of the review room. A shop in which it breaks off keeps no other from it."""

from celery import shared_task
from django.utils.timezone import now

from shopops.review.expiry import expire_due
from shopops.review.handles import purge_handles
from shopops.review.purging import purge_short_lived
from shopops.tenants.shops import in_every_shop


@shared_task
def purge() -> None:
    """Decision handles that nobody used, who looked at what, and previews of long ago."""
    purge_handles(now=now())
    in_every_shop(lambda tenant_id: purge_short_lived(tenant_id=tenant_id, now=now()))


@shared_task
def expire() -> None:
    """In every shop, what nobody decided in time."""
    in_every_shop(lambda tenant_id: expire_due(tenant_id=tenant_id, now=now()))
