"""Whom to ring, at which address, and after whom."""

from typing import Self

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from shopops.alarms.models.keys import tenant_key
from shopops.tenants.managers import AppendOnly, TenantQuerySet
from shopops.tenants.models import DECIDERS, Membership, Tenant


class Contacts(TenantQuerySet["RosterContact"]):
    def counting(self, tenant_id: int) -> Self:
        """Those that may be rung, and whose answers count: switched on, confirmed, and of people
        who work here and may decide."""
        return self.of(tenant_id).filter(
            active=True,
            verified_at__isnull=False,
            membership__active=True,
            membership__role__in=DECIDERS,
        )


class RosterContact(models.Model):
    """An address of a person of the shop. `step` 0 is rung first.

    `shared`: several people read this mailbox, so an answer from it confirms nothing.
    `verified_at`: when whoever reads it confirmed it; None: never, and then it is not rung.
    `asked_at`: when it was last asked to.
    """

    tenant = tenant_key(Tenant)
    membership = tenant_key(Membership)
    email = models.EmailField()
    step = models.PositiveSmallIntegerField(default=0)
    shared = models.BooleanField(default=False)
    verified_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(null=True)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = Contacts.as_manager()

    class Meta:
        ordering = ("step", "id")
        constraints = (
            models.UniqueConstraint(
                "tenant", "membership", Lower("email"), name="roster_contact_once"
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="roster_contact_in_tenant"),
        )
        indexes = (models.Index("tenant", Lower("email"), name="roster_by_address"),)


class Absence(models.Model):
    """A person is out of office from `start` to just before `end`, and is not rung meanwhile."""

    tenant = tenant_key(Tenant)
    membership = tenant_key(Membership)
    start = models.DateTimeField()
    end = models.DateTimeField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "membership"), name="absence_once"),
        )


class RosterChange(AppendOnly):
    """What was changed on a roster, for people to read; the ledger has the same without addresses.

    The second block is how it was after the change. `author` None: an operator.
    """

    tenant = tenant_key(Tenant)
    membership = tenant_key(Membership)
    contact = tenant_key(RosterContact, null=True)
    change = models.CharField(max_length=12)
    author = tenant_key(Membership, null=True)
    at = models.DateTimeField(default=timezone.now)
    # -- afterwards
    step = models.PositiveSmallIntegerField(null=True)
    shared = models.BooleanField(null=True)
    start = models.DateTimeField(null=True)
    end = models.DateTimeField(null=True)

    class Meta(AppendOnly.Meta):
        ordering = ("-id",)
        indexes = (models.Index(fields=("tenant", "id"), name="roster_changes"),)
