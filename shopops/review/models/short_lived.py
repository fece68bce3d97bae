"""Rows that nothing else rests on: who looks at an order, and what somebody is about to decide
together. They are deleted after a while; what was decided stands in `models.Decision`."""

from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.review.models.keys import key
from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Membership, Tenant


class Presence(models.Model):
    """Somebody had an order's page open at `seen_at`. It keeps nobody from anything."""

    tenant = key(Tenant)
    order_id = models.CharField(max_length=255)
    person = key(Membership)
    seen_at = models.DateTimeField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "order_id", "person"), name="presence_once"),
        )
        indexes = (models.Index(fields=("tenant", "seen_at"), name="presence_seen"),)


class BulkKind(models.TextChoices):
    """The decisions that can be taken on many at once."""

    APPROVE = "approve", "Approve"
    REJECT = "reject", "Reject"


class BulkRun(models.Model):
    """What one person previewed to decide together. It is confirmed once.

    `unknown`: how many of the chosen did not exist in this shop.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    tenant = key(Tenant)
    person = key(Membership)
    kind = models.CharField(max_length=16, choices=BulkKind.choices)
    unknown = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tenant", "id"), name="bulk_run_in_tenant"),)
        indexes = (models.Index(fields=("tenant", "created_at"), name="bulk_run_age"),)


class BulkItem(models.Model):
    """One proposal of a run. Its handle is nobody's else, so what it decided is what the decision
    with this handle says. `code` and `sentence`: why it was refused, in the preview or afterwards;
    `half`: in the preview it looked as if a second person would have to approve too.
    """

    tenant = key(Tenant)
    run = models.ForeignKey(BulkRun, models.CASCADE, related_name="items", db_constraint=False)
    position = models.PositiveSmallIntegerField()
    proposal = key(Proposal)
    handle = models.OneToOneField(  # the database forgets it when the handle is purged
        "review.DecisionHandle", models.DO_NOTHING, null=True, related_name="+", db_constraint=False
    )
    action_indexes = ArrayField(models.PositiveSmallIntegerField(), default=list)
    half = models.BooleanField(default=False)
    code = models.CharField(max_length=24, blank=True)
    sentence = models.TextField(blank=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        ordering = ("position",)
        constraints = (models.UniqueConstraint(fields=("run", "proposal"), name="bulk_item_once"),)
