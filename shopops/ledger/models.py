"""The ledger's tables. Only `shopops.ledger` imports them; others use its functions.

Rows are written by the database function `ledger_append` and by the trigger that chains them at
commit, so every way that Django offers to write them is refused here; the database refuses again.
"""

from typing import Any, NoReturn

from django.db import models
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from shopops.ledger.exceptions import OneDoorOnly
from shopops.tenants.managers import AppendOnlyQuerySet, refuse
from shopops.tenants.models import Tenant


class WrittenElsewhereQuerySet(AppendOnlyQuerySet[models.Model]):
    def bulk_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise OneDoorOnly

    def _insert(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise OneDoorOnly


class LedgerRow(models.Model):
    """A row that only the database writes."""

    objects = WrittenElsewhereQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise OneDoorOnly

    def save_base(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise OneDoorOnly

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        refuse(type(self), "deleted")


class Event(LedgerRow):
    """One thing that happened, with the exact text of its body. Constraints: sql/0003_rules.sql.

    `order_id` is the body's own "order", made by the database so that a timeline finds it.
    """

    # The constraint is in sql/0003_rules.sql, as RESTRICT; the composite indexes serve it.
    tenant = models.ForeignKey(
        Tenant, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    event_id = models.UUIDField()
    kind = models.CharField(max_length=16)
    item_key = models.BinaryField(max_length=32, null=True)
    key_version = models.SmallIntegerField(null=True)
    handle = models.BinaryField(max_length=32, null=True)
    occurred_at = models.DateTimeField()
    recorded_at = models.DateTimeField(editable=False)
    actor_type = models.CharField(max_length=8)
    confirmer_name_hash = models.BinaryField(max_length=32, null=True)
    confirmer_key = models.BinaryField(max_length=32, null=True)
    body = models.TextField()
    order_id = models.GeneratedField(
        expression=KeyTextTransform("order", Cast("body", models.JSONField())),
        output_field=models.CharField(max_length=255, null=True),
        db_persist=True,
    )

    class Meta(LedgerRow.Meta):
        constraints = (
            models.UniqueConstraint(fields=("tenant", "event_id"), name="ledger_event_once"),
            models.UniqueConstraint(fields=("id", "tenant"), name="ledger_event_of_tenant"),
            models.UniqueConstraint(
                fields=("handle",),
                condition=models.Q(handle__isnull=False),
                name="ledger_event_handle_once",
            ),
        )
        indexes = (
            # Led by the tenant, this index or "of tenant" was read from end to end by the foreign
            # key check of every new link, for as long as the table had no statistics.
            models.Index(fields=("order_id", "tenant", "id"), name="ledger_event_timeline"),
            models.Index(
                fields=("tenant", "item_key", "id"),
                condition=models.Q(item_key__isnull=False),
                name="ledger_event_item",
            ),
            # What was done about the shop itself: few rows among many, for the audit page.
            models.Index(
                fields=("tenant", "recorded_at", "id"),
                condition=models.Q(kind__in=["erased", "export", "roster", "settings", "token"]),
                name="ledger_event_office",
            ),
        )


class Link(LedgerRow):
    """An event's place in its tenant's chain, written at commit. `seq` counts without gaps."""

    pk = models.CompositePrimaryKey("tenant_id", "seq")
    tenant = models.ForeignKey(
        Tenant, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    seq = models.BigIntegerField()
    event_id = models.UUIDField()
    leaf_hash = models.BinaryField(max_length=32)

    class Meta(LedgerRow.Meta):
        constraints = (
            models.UniqueConstraint(fields=("tenant", "event_id"), name="ledger_link_once"),
        )


class VerifyPass(models.Model):
    """When a tenant's ledger was last verified and what came out; one row per tenant.

    The `clean_` columns remember the last pass without findings: a chain that no longer contains
    that head was rewritten or cut, however well it fits together.
    """

    tenant = models.OneToOneField(
        Tenant, on_delete=models.PROTECT, related_name="+", primary_key=True
    )
    finished_at = models.DateTimeField()
    took_ms = models.PositiveIntegerField()
    entries = models.BigIntegerField()
    finding_count = models.BigIntegerField()
    findings = models.JSONField()
    clean_at = models.DateTimeField(null=True)
    clean_seq = models.BigIntegerField(default=0)
    clean_hash = models.BinaryField(max_length=32, null=True)

    class Meta:
        verbose_name_plural = "verify passes"
