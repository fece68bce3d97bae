"""What the queue is read from, the views of it that people keep, and who works on what."""

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.review.models.keys import key
from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Membership, Tenant


class Claim(models.Model):
    """Who works on an order: until the lease ends, or without an end when an admin assigned it.

    It keeps others from deciding, never from reading. It stays when the order gets a new revision.
    """

    tenant = key(Tenant)
    order_id = models.CharField(max_length=255)
    holder = key(Membership)
    claimed_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True)
    assigned_by = key(Membership, null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tenant", "order_id"), name="claim_once"),)
        indexes = (models.Index(fields=("tenant", "holder"), name="claim_by_holder"),)


class QueueEntry(models.Model):
    """What the queue is read from: a row per proposal and facet, written by a trigger alone.

    `facet`: empty for the whole queue, else one value of a filter, such as "rule:APR-1". `at`:
    since when it waits, or when it was decided. Each status entered makes new rows, so that a
    larger id is newer. `amount_minor` is -1 where no amount is at stake.
    """

    tenant = key(Tenant)
    proposal = models.ForeignKey(
        Proposal, models.DO_NOTHING, related_name="queue_entries", db_constraint=False
    )
    status = models.CharField(max_length=20)
    facet = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField()
    currency = models.CharField(max_length=3, blank=True)
    amount_minor = models.BigIntegerField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "queue entries"
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "status", "facet", "at", "proposal"), name="queue_by_time"
            ),
        )
        indexes = (
            models.Index(
                fields=("tenant", "status", "facet", "currency", "amount_minor", "proposal"),
                name="queue_by_value",
            ),
            models.Index(
                fields=("tenant", "status", "id"),
                condition=models.Q(facet=""),
                name="queue_by_arrival",
            ),
        )


class SavedView(models.Model):
    """A name for a set of filters. `query` is what stands in the address after the "?"."""

    tenant = key(Tenant)
    owner = key(Membership)
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=500, blank=True)
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(models.F("owner"), Lower("name"), name="saved_view_name_once"),
        )
        indexes = (
            models.Index(
                fields=("tenant",), condition=models.Q(shared=True), name="saved_view_shared"
            ),
        )
