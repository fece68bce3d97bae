"""What was asked for and not done, and why."""

from django.db import models

from shopops.alarms.models.items import AlarmItem
from shopops.alarms.models.keys import tenant_key
from shopops.tenants.managers import AppendOnly
from shopops.tenants.models import ApiToken, Membership, Tenant


class AlarmRefusal(AppendOnly):
    """One refusal. `code` is one of `shopops.alarms.refusals.RefusalCode`, `facts` fill its
    sentence; of a decision's refusal it is the review's code, and `facts` has what was `said`.
    `record` is what a caller said the item was, where there is no item."""

    tenant = tenant_key(Tenant)
    at = models.DateTimeField()
    code = models.CharField(max_length=24)
    facts = models.JSONField(default=dict)
    kind = models.CharField(max_length=16, blank=True)
    item = tenant_key(AlarmItem, null=True)
    record = models.JSONField(null=True)
    skill = models.CharField(max_length=64, blank=True)
    membership = tenant_key(Membership, null=True)
    token = tenant_key(ApiToken, null=True)

    class Meta(AppendOnly.Meta):
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("tenant", "id"), name="alarm_refusals"),
            models.Index(
                fields=("tenant", "item", "id"),
                condition=models.Q(item__isnull=False),
                name="alarm_refusals_of_item",
            ),
        )
