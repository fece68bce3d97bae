"""Files of orders that somebody sent in the browser: what was found in them, and their bytes until
they are imported.

Rows, so that a closed browser and a killed worker lose nothing, and so that the worker need not
share a disk with the web process. They decide and prove nothing, and are deleted in time.
"""

from django.db import models
from django.utils import timezone

from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Membership, Tenant


class Stage(models.TextChoices):
    CHECKING = "checking", "Being read"
    CHECKED = "checked", "Waits for your word"
    IMPORTING = "importing", "Being imported"
    RESOLVING = "resolving", "Orders are being judged"
    DONE = "done", "Imported"
    DISCARDED = "discarded", "Discarded"
    FAILED = "failed", "Broke off"


WORKING = (Stage.CHECKING, Stage.IMPORTING, Stage.RESOLVING)
OPEN = (*WORKING, Stage.CHECKED)  # their bytes are still needed


class OrderFile(models.Model):
    """`found`: what reading it said would happen (`tally.Tally`). `taken`: what did, of the first
    `rows` rows; both are committed with those rows. `judged` of `to_judge` orders have been
    resolved since."""

    tenant = models.ForeignKey(Tenant, models.PROTECT, related_name="+", db_index=False)
    sent_by = models.ForeignKey(Membership, models.PROTECT, related_name="+", db_index=False)
    name = models.CharField(max_length=200)
    source_format = models.CharField(max_length=32)
    size = models.PositiveIntegerField()
    sha256 = models.BinaryField(max_length=32)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.CHECKING)
    found = models.JSONField(default=dict)
    taken = models.JSONField(default=dict)
    rows = models.PositiveIntegerField(default=0)
    to_judge = models.PositiveIntegerField(default=0)
    judged = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    advanced_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    @property
    def waits_in_vain(self) -> bool:
        """It is read, and importing it would bring nothing in."""
        counts: dict[str, int] = self.found.get("counts", {})
        return self.stage == Stage.CHECKED and not any(map(counts.get, ("created", "updated")))

    class Meta:
        indexes = (
            models.Index(fields=("tenant", "-id"), name="order_file_newest"),
            models.Index(
                fields=("advanced_at",),
                condition=models.Q(stage__in=("checking", "importing", "resolving")),
                name="order_file_working",
            ),
        )


class RefusedRow(models.Model):
    """A row that was refused, as it came, and why; for as long as there is its file. `taken`: when
    it was imported, else when it was read. What was erased before has no `raw`."""

    file = models.ForeignKey(OrderFile, models.CASCADE, related_name="+", db_index=False)
    taken = models.BooleanField()
    number = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    external_id = models.CharField(max_length=300)
    path = models.CharField(max_length=300)
    code = models.CharField(max_length=32)
    reason = models.CharField(max_length=300)
    raw = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("file", "taken", "number"), name="refused_row_once"),
        )


class FilePart(models.Model):
    """A piece of a file's bytes, so that neither sending nor reading holds the whole of it."""

    file = models.ForeignKey(OrderFile, models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveIntegerField()
    raw = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("file", "number"), name="file_part_once"),)
