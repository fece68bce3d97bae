"""Deliveries lose what came, as mails do; later the rows go too, when no source repeats them."""

from datetime import datetime, timedelta

from shopops.connections.models import Delivery
from shopops.tenants.scope import tenant_scope

BODIES_KEPT = timedelta(days=14)
ROWS_KEPT = timedelta(days=180)
A_BATCH = 5000


def purge(*, tenant_id: int, now: datetime) -> None:
    with tenant_scope(tenant_id):
        rows = Delivery.objects.of(tenant_id)
        rows.filter(received_at__lt=now - BODIES_KEPT, body__isnull=False).update(body=None)
        old = rows.filter(received_at__lt=now - ROWS_KEPT).order_by("pk")[:A_BATCH]
        rows.filter(pk__in=list(old.values_list("pk", flat=True))).delete()
