"""Settings of connected shops, and what they sent, under the newest key, after it was changed."""

from typing import Any

from django.db.models import QuerySet

from shopops.connections.models import Connection, Delivery
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, is_newest, reseal

STEP = 200  # rows of one transaction


def reseal_connections(tenant_id: int) -> int:
    """How many were sealed anew. Raises `Unreadable` for one that no key opens; the steps before
    it are done."""
    kept = Connection.objects.of(tenant_id).exclude(settings_sealed=b"")
    return _in_steps(tenant_id, kept, "settings_sealed", Purpose.CONNECTION)


def reseal_deliveries(tenant_id: int) -> int:
    """The same."""
    kept = Delivery.objects.of(tenant_id).filter(body__isnull=False)
    return _in_steps(tenant_id, kept, "body", Purpose.DELIVERY)


def _in_steps(tenant_id: int, kept: "QuerySet[Any]", part: str, purpose: Purpose) -> int:
    done, last = 0, 0
    while True:
        with tenant_scope(tenant_id):
            step = list(kept.filter(pk__gt=last).order_by("pk").select_for_update()[:STEP])
            done += sum(_reseal(row, part, purpose) for row in step)
        if len(step) < STEP:
            return done
        last = step[-1].pk


def _reseal(row: Any, part: str, purpose: Purpose) -> bool:
    old = bytes(getattr(row, part))
    if is_newest(old, purpose=purpose):
        return False
    type(row).objects.filter(pk=row.pk).update(**{part: reseal(old, purpose=purpose)})
    return True
