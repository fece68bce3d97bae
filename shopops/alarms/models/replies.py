"""Mails that came in about an item and acknowledged nothing of it."""

from django.db import models

from shopops.alarms.models.items import AlarmItem
from shopops.alarms.models.keys import tenant_key
from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Membership, Tenant


class ReplyOutcome(models.TextChoices):
    HELD = "held", "Held: nobody could prove who sent it"
    DROPPED = "dropped", "Dropped"
    REFUSED = "refused", "Refused"


class AlarmReply(models.Model):
    """One mail and one item that it names. Nothing of its text is here, and no unproven sender.

    `mail_id` is the mail's number in the room that takes mail in; when an administrator deletes it
    there, that is `gone_at`. `membership`: the sender of a refused one, who is proven. `why`: in
    our own words.
    """

    tenant = tenant_key(Tenant)
    item = tenant_key(AlarmItem)
    mail_id = models.BigIntegerField()
    at = models.DateTimeField()
    outcome = models.CharField(max_length=8, choices=ReplyOutcome.choices)
    why = models.CharField(max_length=500)
    membership = tenant_key(Membership, null=True)
    gone_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "mail_id", "item"), name="alarm_reply_once"),
        )
        indexes = (
            models.Index(fields=("tenant", "item", "id"), name="alarm_replies_of_item"),
            models.Index(
                fields=("tenant", "item"),
                condition=models.Q(outcome="held", gone_at=None),
                name="alarm_replies_held",
            ),
        )
