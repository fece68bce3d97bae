"""The last provenance audit of each shop."""

from django.db import models

from shopops.tenants.models import Tenant


class AlarmAudit(models.Model):
    """One row per tenant: when it was audited, the numbers, and the first findings."""

    tenant = models.OneToOneField(
        Tenant, on_delete=models.PROTECT, related_name="+", primary_key=True
    )
    finished_at = models.DateTimeField()
    took_ms = models.PositiveIntegerField()
    numbers = models.JSONField()
    finding_count = models.BigIntegerField()
    finding_counts = models.JSONField()
    findings = models.JSONField()
