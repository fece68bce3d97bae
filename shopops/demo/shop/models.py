"""What a demo shop keeps: its orders and parcels as it would send them, and what was done."""

import base64
import secrets
from typing import ClassVar

from django.db import models


def new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


class Shop(models.Model):
    """`secret_out`: proves what ShopOps sends. `inbox_url`: where webhooks go; empty until it is
    connected. `next_refund`: how the next one is to fail (`failing.Fault`); empty: not at all."""

    slug = models.SlugField(unique=True)
    secret_out = models.CharField(max_length=80, default=new_secret)
    secret_in = models.CharField(max_length=80, default=new_secret)
    inbox_url = models.CharField(max_length=300, blank=True)
    next_refund = models.CharField(max_length=12, blank=True, db_default="")

    def __str__(self) -> str:
        return self.slug


class Order(models.Model):
    """`document`: in the `shopops` format, the very bytes that are sent."""

    shop = models.ForeignKey(Shop, models.CASCADE, related_name="orders", db_index=False)
    order_id = models.CharField(max_length=255)
    document = models.TextField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("shop", "order_id"), name="demo_order_once"),
        )
        indexes = (models.Index(fields=("shop", "-changed_at"), name="demo_order_newest"),)

    def __str__(self) -> str:
        return self.order_id


class Parcel(models.Model):
    """What the carrier says of it, in the same format."""

    shop = models.ForeignKey(Shop, models.CASCADE, related_name="parcels", db_index=False)
    tracker_id = models.CharField(max_length=255)
    document = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("shop", "tracker_id"), name="demo_parcel_once"),
        )

    def __str__(self) -> str:
        return self.tracker_id


class Kind(models.TextChoices):
    REFUND = "refund.create", "Refund"
    REPLACEMENT = "replacement.create", "Replacement"
    CREDIT = "credit.create", "Store credit"
    NOTE = "note.create", "Note"
    MAIL = "mail", "Mail to the customer"


class Entry(models.Model):
    """One thing that was done, once. `key`: of the effect that it is in ShopOps; None for what
    nobody asked for there. `said`: what was asked, as the protocol has it."""

    PREFIXES: ClassVar = {
        Kind.REFUND: "RF",
        Kind.REPLACEMENT: "RP",
        Kind.CREDIT: "SC",
        Kind.NOTE: "NT",
        Kind.MAIL: "ML",
    }

    shop = models.ForeignKey(Shop, models.CASCADE, related_name="entries", db_index=False)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    order_id = models.CharField(max_length=255)
    key = models.CharField(max_length=64, null=True)
    sha256 = models.CharField(max_length=64, blank=True)
    said = models.JSONField(default=dict)
    by = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        constraints = (models.UniqueConstraint(fields=("shop", "key"), name="demo_entry_once"),)
        indexes = (
            models.Index(fields=("shop", "-at", "-id"), name="demo_entry_newest"),
            models.Index(fields=("shop", "order_id"), name="demo_entry_of_order"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The shop's own id of it."""
        return f"{self.PREFIXES[Kind(self.kind)]}-{self.pk}"
