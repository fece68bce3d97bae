"""Connected shops, and every delivery that they sent."""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from shopops.tenants.managers import KeptQuerySet, TenantQuerySet
from shopops.tenants.models import Membership, Tenant


def new_token() -> str:
    return secrets.token_urlsafe(24)


class CarriesOut(models.TextChoices):
    NOTHING = "nothing", "Nothing: people do it in the shop"
    APPROVED = "approved", "What a person approved"
    PERMITTED = "permitted", "What a person approved, and what needs no approval"


class State(models.TextChoices):
    ACTIVE = "active", "Connected"
    PAUSED = "paused", "Paused"
    UNINSTALLED = "uninstalled", "Uninstalled by the shop"
    REMOVED = "removed", "Removed"


class Connection(models.Model):
    """One connected shop. `settings_sealed`: the connector's settings as sealed JSON
    (`settings.settings_of`). `inbox_token` stands in the address that its webhooks come to.

    `carries_out_since`: what was decided before is not carried out by itself. `failures` in a row
    and `quiet_until` are the circuit breaker's: nothing is sent before that time.

    `asked_until`: up to when the shop was asked for all that changed. `asking_until`: a round of
    asking is under way, which has died if that time is over.

    `tested_at`: when these settings last worked. `test_failed_at`: when the last test of them
    failed; it takes nothing of what worked before. `test_says`: what the last one found.

    `unproven`: how many came under its address without its signature, by these settings, and
    `unproven_at` when the last one did. Of none of them a row is kept.
    """

    tenant = models.ForeignKey(Tenant, models.PROTECT, related_name="+")
    connector = models.CharField(max_length=32)
    title = models.CharField(max_length=120)
    settings_sealed = models.BinaryField()
    inbox_token = models.CharField(max_length=40, unique=True, default=new_token)
    state = models.CharField(max_length=12, choices=State.choices, default=State.ACTIVE)
    carries_out = models.CharField(
        max_length=12, choices=CarriesOut.choices, default=CarriesOut.NOTHING
    )
    carries_out_since = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    quiet_until = models.DateTimeField(null=True)
    asked_until = models.DateTimeField(null=True)
    asking_until = models.DateTimeField(null=True)
    created_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", null=True, db_constraint=False, db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now)
    tested_at = models.DateTimeField(null=True)
    test_failed_at = models.DateTimeField(null=True)
    test_says = models.CharField(max_length=500, blank=True)
    unproven = models.PositiveIntegerField(default=0, db_default=0)
    unproven_at = models.DateTimeField(null=True)

    objects = KeptQuerySet.as_manager()

    class Meta:
        base_manager_name = "objects"
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "connector"),
                condition=~models.Q(state="removed"),
                name="one_shop_of_a_kind",
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="connection_in_tenant"),
        )

    def __str__(self) -> str:
        return self.title


class Taken(models.TextChoices):
    """What became of a delivery."""

    TAKEN = "taken", "Taken in"
    OLDER = "older", "Older than what is known"
    UNCHANGED = "unchanged", "Known already"
    NOTED = "noted", "Noted"
    REFUSED = "refused", "Could not be read"


class Delivery(models.Model):
    """One delivery of a source, once. `body` is what came, byte for byte, sealed; it is purged
    like mail is, and `body` is then None. `to_read`: ids of the orders that it spoke of, and that
    its source is still to be asked for; None: there are none."""

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    connection = models.ForeignKey(
        Connection, models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    delivery_id = models.CharField(max_length=255)
    topic = models.CharField(max_length=80)
    occurred_at = models.DateTimeField(null=True)
    received_at = models.DateTimeField(default=timezone.now)
    body = models.BinaryField(null=True)
    outcome = models.CharField(max_length=12, choices=Taken.choices)
    reason = models.CharField(max_length=500, blank=True)
    to_read = ArrayField(models.TextField(), null=True)
    times = models.PositiveIntegerField(default=1)

    objects = TenantQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "connection", "delivery_id"), name="delivery_once"
            ),
        )
        indexes = (
            models.Index(fields=("tenant", "-id"), name="delivery_newest"),
            models.Index(
                fields=("tenant", "connection"),
                condition=models.Q(to_read__isnull=False),
                name="delivery_to_read",
            ),
            models.Index(
                fields=("tenant", "received_at"),
                condition=models.Q(body__isnull=False),
                name="delivery_with_body",
            ),
        )
