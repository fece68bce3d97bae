"""Whom to ring, at which address, and after whom."""

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from shopops.alarms.models.keys import tenant_key
from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Membership, Tenant


class RosterContact(models.Model):
    """An address of a person of the shop. `step` 0 is rung first.

    `shared`: several people read this mailbox, so an answer from it confirms nothing.
    `verified_at`: when the person proved to read it; None: never.
    """

    tenant = tenant_key(Tenant)
    membership = tenant_key(Membership)
    email = models.EmailField()
    step = models.PositiveSmallIntegerField(default=0)
    shared = models.BooleanField(default=False)
    verified_at = models.DateTimeField(null=True)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TenantQuerySet.as_manager()

    class Meta:
        ordering = ("step", "id")
        constraints = (
            models.UniqueConstraint(
                "tenant", "membership", Lower("email"), name="roster_contact_once"
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="roster_contact_in_tenant"),
        )
        indexes = (models.Index("tenant", Lower("email"), name="roster_by_address"),)
