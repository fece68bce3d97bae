"""What would change: one run over a shop's proposals under a draft, and the orders it found.

Rows, so that a closed browser, a killed worker and a second admin lose nothing. Neither decides or
proves anything: they may be deleted at any time.
"""

from django.db import models
from django.utils import timezone

from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Membership, Tenant


class Stage(models.TextChoices):
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    CANCELLED = "cancelled", "Cancelled"
    FAILED = "failed", "Failed"


class PreviewRun(models.Model):
    """`draft` was made from version `based_on`. Looked at: the newest proposal of each order as of
    `upper`, if it was made after `since`. The walk goes down by id; `cursor` is where it stands.

    `judged_at` is the run's clock: every order is judged as of that instant, however long the run
    takes. `total` is None until it is counted. `tally`: `preview.tally.Tally`.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    asked_by = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    draft = models.JSONField()
    based_on = models.PositiveIntegerField()
    reason = models.CharField(max_length=500, blank=True)
    days = models.PositiveSmallIntegerField()
    since = models.DateTimeField()
    judged_at = models.DateTimeField()
    upper = models.BigIntegerField()
    cursor = models.BigIntegerField()
    total = models.PositiveIntegerField(null=True)
    seen = models.PositiveIntegerField(default=0)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.RUNNING)
    tally = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    advanced_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("tenant", "-id"), name="preview_newest"),
            models.Index(
                fields=("advanced_at",),
                condition=models.Q(stage="running"),
                name="preview_running",
            ),
        )


class PreviewOrder(models.Model):
    """One order that the draft answers differently. `before` is empty when nobody had judged it."""

    run = models.ForeignKey(PreviewRun, on_delete=models.CASCADE, related_name="orders")
    proposal_id = models.BigIntegerField()
    order_number = models.CharField(max_length=255)
    settled = models.BooleanField()  # a person ended it: saving changes nothing about it
    anyway = models.BooleanField(default=False)  # it would change without the draft, too
    before = models.CharField(max_length=16, blank=True)
    after = models.CharField(max_length=16)
    moves = models.BooleanField()  # whether these two differ
    rules = models.JSONField(default=list)
    said = models.JSONField(default=list)  # what those rules say now
    differs = models.JSONField(default=list)  # of the proposal itself: what, before, after
    currency = models.CharField(max_length=3, blank=True)
    amount_minor = models.BigIntegerField(null=True)

    class Meta:
        indexes = (models.Index(fields=("run", "-moves", "id"), name="preview_order_listed"),)
