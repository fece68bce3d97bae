"""What was last found on the shops' records."""

from django.db import models

from shopops.tenants.models import Tenant


class WritebackAudit(models.Model):
    """One row per tenant. A run reads a part of the orders, and `last` says where the next one
    begins; findings about orders that it did not read stay. `whole_at`: when the last round
    through all of them ended; `orders`, `notes` and `mute`, the shops that show no notes, are of
    the round that runs. `finished_at`: None while the first run goes on. `next_at`: when the next
    one is due; whoever begins one moves it, so that no two run at once."""

    tenant = models.OneToOneField(
        Tenant, on_delete=models.PROTECT, related_name="+", primary_key=True
    )
    finished_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField()
    whole_at = models.DateTimeField(null=True)
    last = models.CharField(max_length=255, blank=True)
    orders = models.PositiveIntegerField(default=0)
    notes = models.PositiveIntegerField(default=0)
    finding_count = models.PositiveIntegerField(default=0)
    finding_counts = models.JSONField(default=dict)
    findings = models.JSONField(default=list)
    mute = models.JSONField(default=list)
