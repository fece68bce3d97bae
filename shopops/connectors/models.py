"""What sources told us: the newest typed record of each object, and every payload it came in."""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.fields.json import KeyTextTransform
from django.utils import timezone

from shopops.tenants.managers import AppendOnly, TenantQuerySet
from shopops.tenants.models import Membership, Tenant


def new_salt() -> bytes:
    return secrets.token_bytes(16)


class RecordType(models.TextChoices):
    ORDER = "order", "Order"
    TRACKER = "tracker", "Tracker"


class SourceRecord(models.Model):
    """The newest state of one object of one source, as the typed record of `agents.records`.

    `authored_at` is the object's creation date at its source, frozen at first import. `salt`
    goes into every hash that evidence keeps of this record; deleting the row and its payloads
    erases what is known about the object. `carrier` is a tracker's, `carriers` an order's parcels'
    (sql/0004_carriers.sql); made by the database, so that they are counted without reading bodies.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    record_type = models.CharField(max_length=8, choices=RecordType.choices)
    source = models.CharField(max_length=255)
    external_id = models.CharField(max_length=255)
    number = models.CharField(max_length=255, blank=True)
    order_external_id = models.CharField(max_length=255, blank=True)  # trackers: their order
    customer_ref = models.BinaryField(max_length=32, null=True)  # salted hash, finds duplicates
    authored_at = models.DateTimeField(null=True)
    source_updated_at = models.DateTimeField(null=True)
    body = models.JSONField()
    paths = models.JSONField(default=dict)
    salt = models.BinaryField(max_length=16, default=new_salt)
    payload = models.ForeignKey("SourcePayload", on_delete=models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(default=timezone.now)
    carrier = models.GeneratedField(
        expression=KeyTextTransform("carrier", "body"),
        output_field=models.CharField(max_length=255, null=True),
        db_persist=True,
    )
    carriers = models.GeneratedField(
        expression=models.Func(models.F("body"), function="public.connectors_carriers"),
        output_field=ArrayField(models.CharField(max_length=60)),
        db_persist=True,
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "record_type", "external_id"), name="source_record_once"
            ),
        )
        indexes = (
            models.Index(
                fields=("tenant", "order_external_id"),
                condition=models.Q(record_type="tracker"),
                name="tracker_by_order",
            ),
            models.Index(
                fields=("tenant", "customer_ref", "authored_at"),
                condition=models.Q(record_type="order"),
                name="order_by_customer",
            ),
        )


class SourcePayload(models.Model):
    """One payload as received. Deletable: what outlives it is only its salted hash.

    `record_type` and `external_id` name the object it spoke of, so that erasing finds them all.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    record_type = models.CharField(max_length=8, choices=RecordType.choices)
    external_id = models.CharField(max_length=255)
    salted_sha256 = models.BinaryField(max_length=32)
    raw = models.BinaryField()
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (
            models.Index(fields=("tenant", "salted_sha256"), name="payload_by_hash"),
            models.Index(fields=("tenant", "record_type", "external_id"), name="payload_by_object"),
        )


class SearchTerm(models.Model):
    """By what an order is found (`search_terms`). The database drops it with its record."""

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    record = models.ForeignKey(
        SourceRecord, models.DO_NOTHING, related_name="+", db_constraint=False
    )
    order_id = models.CharField(max_length=255)
    term = models.CharField(max_length=100, db_collation="C")

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("tenant", "term", "id"), name="search_by_term"),
            models.Index(fields=("tenant", "order_id", "term", "id"), name="search_of_order"),
        )


class SuppliedFact(models.Model):
    """What a person of the shop found out and the order's source does not say; or what came back
    from the customer, or from their mail server, and then nobody of the shop supplied it.

    Evidence cites it as `claim:<fact_id>`. `known_from`: how they know. It never changes, and
    deleting the row erases it; of several for one name the newest counts.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+", db_index=False)
    fact_id = models.CharField(max_length=24)
    order_id = models.CharField(max_length=255)
    name = models.CharField(max_length=32)  # agents.supplied.FactName, CameBack
    value = models.JSONField()
    known_from = models.CharField(max_length=500)
    supplied_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", null=True, db_constraint=False, db_index=False
    )
    supplied_at = models.DateTimeField(default=timezone.now)
    salt = models.BinaryField(max_length=16, default=new_salt)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "fact_id"), name="supplied_fact_once"),
        )
        indexes = (models.Index(fields=("tenant", "order_id", "id"), name="fact_by_order"),)


class Suppressed(models.Model):
    """One address, or a whole domain, that nobody writes to (`connectors.suppression`).

    `ref` is a keyed hash of it, `shown` what people recognise it by. An entry that is taken off
    keeps who put it on and why; nobody did of what a customer asked for by a link in a mail.
    `removed_reason` is empty for what was taken off before it was asked for.
    """

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    ref = models.BinaryField(max_length=32)
    shown = models.CharField(max_length=260)
    reason = models.CharField(max_length=500)
    added_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", null=True, db_constraint=False, db_index=False
    )
    added_at = models.DateTimeField(default=timezone.now)
    removed_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", null=True, db_constraint=False, db_index=False
    )
    removed_at = models.DateTimeField(null=True)
    removed_reason = models.CharField(max_length=500, blank=True, default="", db_default="")

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "ref"),
                condition=models.Q(removed_at=None),
                name="suppressed_once",
            ),
        )
        indexes = (models.Index(fields=("tenant", "-id"), name="suppressed_newest"),)


class ErasedObject(AppendOnly):
    """What is left of an order that was erased, and of each of its parcels: that it was. Whatever
    its source tells of it later is refused (`store.upsert`).

    `order_id`: of a tracker the order that it was erased with. `erased_by` None: an operator.
    """

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    record_type = models.CharField(max_length=8, choices=RecordType.choices)
    external_id = models.CharField(max_length=255)
    order_id = models.CharField(max_length=255)
    erased_at = models.DateTimeField()
    erased_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", null=True, db_constraint=False, db_index=False
    )

    class Meta(AppendOnly.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "external_id", "record_type"), name="erased_once"
            ),
        )
        indexes = (models.Index(fields=("tenant", "order_id"), name="erased_by_order"),)
