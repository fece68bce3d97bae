"""Rows that have served their purpose go: who looked at an order, and previews of long ago."""

from datetime import datetime, timedelta

from shopops.review.models import BulkRun, Presence
from shopops.tenants.scope import tenant_scope

PRESENCE_FOR = timedelta(hours=1)
RUNS_FOR = timedelta(days=30)  # so long somebody finds the results of their run again


def purge_short_lived(*, tenant_id: int, now: datetime) -> None:
    """What was decided stays: decisions refer to none of these rows."""
    with tenant_scope(tenant_id):
        Presence.objects.of(tenant_id).filter(seen_at__lt=now - PRESENCE_FOR).delete()
        BulkRun.objects.of(tenant_id).filter(created_at__lt=now - RUNS_FOR).delete()
