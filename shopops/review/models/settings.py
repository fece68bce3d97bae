"""The shop's review settings, and who may stand in for whom."""

from django.db import models
from django.utils import timezone

from shopops.review.models.keys import key
from shopops.tenants.managers import AppendOnly, Kept
from shopops.tenants.models import Membership, Tenant


class ReviewConfigVersion(AppendOnly):
    """One version of `shopops.review.config.ReviewConfig`. Never overwritten."""

    tenant = key(Tenant)
    version = models.PositiveIntegerField()
    body = models.JSONField()
    reason = models.CharField(max_length=500)
    author = key(Membership, null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ("-version",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "version"), name="review_config_once"),
        )


class WordingVersion(AppendOnly):
    """One version of whether a model may draft words in this shop. Never overwritten."""

    tenant = key(Tenant)
    version = models.PositiveIntegerField()
    body = models.JSONField()
    reason = models.CharField(max_length=500)
    author = key(Membership, null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ("-version",)
        constraints = (models.UniqueConstraint(fields=("tenant", "version"), name="wording_once"),)


class Delegation(Kept):
    """For a time the receiver may approve what the giver may, up to an amount. It can be revoked,
    and nothing else about it changes."""

    tenant = key(Tenant)
    giver = key(Membership)
    receiver = key(Membership)
    currency = models.CharField(max_length=3)
    most_minor = models.BigIntegerField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    reason = models.CharField(max_length=500)
    created_by = key(Membership)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True)
    revoked_by = key(Membership, null=True)

    class Meta(Kept.Meta):
        constraints = (
            models.UniqueConstraint(fields=("tenant", "id"), name="delegation_in_tenant"),
        )
        indexes = (
            models.Index(
                fields=("tenant", "receiver", "ends_at"),
                condition=models.Q(revoked_at=None),
                name="delegation_open",
            ),
        )
