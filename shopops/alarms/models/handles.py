"""The right to append one event to one item, once."""

from django.db import models

from shopops.alarms.models.items import AlarmItem
from shopops.alarms.models.keys import tenant_key
from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Tenant


class AlarmHandle(models.Model):
    """Only its SHA-256 is kept. `used_at` and `event_id` are set by the ledger's trigger, which
    uses it up with the event that it belongs to; the app's role may not update these rows."""

    tenant = tenant_key(Tenant)
    sha256 = models.BinaryField(max_length=32, unique=True)
    skill = models.CharField(max_length=64)
    kind = models.CharField(max_length=16)
    item = tenant_key(AlarmItem)
    item_key = models.BinaryField(max_length=32)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    event_id = models.UUIDField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "id"), name="alarm_handle_in_tenant"),
        )
        indexes = (
            models.Index(
                fields=("expires_at",),
                condition=models.Q(used_at=None),
                name="alarm_handle_expiry",
            ),
        )
