"""What customers, and shops that leave, ask about the data that is kept of them."""

import secrets
from datetime import timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import models

from shopops.connections.models import Connection
from shopops.tenants.managers import KeptQuerySet
from shopops.tenants.models import Membership, Tenant

ANSWERED_WITHIN = timedelta(days=30)  # what Shopify asks of apps, and the GDPR of everybody
SOON = timedelta(days=7)
LONGEST_REASON = 500


def new_salt() -> bytes:
    return secrets.token_bytes(16)


class RequestKind(models.TextChoices):
    ACCESS = "access", "What is kept of a customer"
    ERASE_CUSTOMER = "erase_customer", "Erase a customer"
    ERASE_SHOP = "erase_shop", "Erase a shop that left"


class Settled(models.TextChoices):
    DONE = "done", "Done"
    WITHOUT = "without", "Answered without it"


class PrivacyRequest(models.Model):
    """One wish, open until `settled_at`. No name and no address: `orders` as our records name them,
    `customer_id` as its source does.

    `delivery`: the row's number of the webhook that brought it; None, and `connection` too, when
    somebody of the shop opened it by hand. `reason`: why it was settled so; emptying it erases
    it, the ledger holds a hash salted with `salt`.
    """

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    connection = models.ForeignKey(
        Connection, models.PROTECT, related_name="+", null=True, db_constraint=False, db_index=False
    )
    delivery = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=16, choices=RequestKind.choices)
    orders = ArrayField(models.CharField(max_length=255), default=list)
    customer_id = models.CharField(max_length=255, blank=True)
    opened_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", null=True, db_constraint=False, db_index=False
    )
    received_at = models.DateTimeField()
    due_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", null=True, db_constraint=False, db_index=False
    )
    outcome = models.CharField(max_length=8, choices=Settled.choices, blank=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    salt = models.BinaryField(max_length=16, default=new_salt)

    objects = KeptQuerySet.as_manager()

    class Meta:
        base_manager_name = "objects"
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "delivery"),
                condition=models.Q(delivery__isnull=False),
                name="privacy_request_once",
            ),
        )
        indexes = (
            models.Index(
                fields=("tenant", "due_at"),
                condition=models.Q(settled_at=None),
                name="privacy_request_open",
            ),
            models.Index(fields=("tenant", "-id"), name="privacy_request_newest"),
        )
