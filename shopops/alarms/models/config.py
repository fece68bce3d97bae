"""A tenant's numbers for ringing, version by version."""

from django.db import models
from django.utils import timezone

from shopops.alarms.models.keys import tenant_key
from shopops.tenants.managers import AppendOnly
from shopops.tenants.models import Membership, Tenant


class AlarmConfigVersion(AppendOnly):
    """One version of `shopops.alarms.config.AlarmConfig`. Never overwritten."""

    tenant = tenant_key(Tenant)
    version = models.PositiveIntegerField()
    body = models.JSONField()
    reason = models.CharField(max_length=500)
    author = tenant_key(Membership, null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ("-version",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "version"), name="alarm_config_once"),
        )
