"""How often somebody asked lately, and who asked for what their role or token does not open."""

from typing import Any

from django.db import models

from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import ApiToken, Membership, Tenant

LONGEST_ROUTE = 120


def _key(to: type[models.Model], *, null: bool = False) -> Any:
    """Its constraint is a composite one with the tenant, made in SQL."""
    return models.ForeignKey(
        to, models.PROTECT, null=null, related_name="+", db_constraint=False, db_index=False
    )


class Count(models.Model):
    """Requests of one caller in one minute. Nobody's name: `caller` is the hash of a token or an
    address."""

    caller = models.BinaryField(max_length=32)
    minute = models.DateTimeField(db_index=True)
    taken = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("caller", "minute"), name="guards_count_once"),
        )


class RefusedAccess(models.Model):
    """What one person, or one program, was not let into in one hour. Nothing of what was sent.

    `route`: the kind of address, with names where it has ids. `at`: the last time. `membership` of
    a program: for whom it acts.
    """

    tenant = _key(Tenant)
    membership = _key(Membership, null=True)
    token = _key(ApiToken, null=True)
    route = models.CharField(max_length=LONGEST_ROUTE)
    hour = models.DateTimeField()
    times = models.PositiveIntegerField(default=1)
    at = models.DateTimeField()

    objects = TenantQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "refused accesses"
        constraints = (
            models.UniqueConstraint(
                fields=("membership", "route", "hour"),
                condition=models.Q(token=None),
                name="refused_access_of_person",
            ),
            models.UniqueConstraint(
                fields=("token", "route", "hour"),
                condition=models.Q(token__isnull=False),
                name="refused_access_of_token",
            ),
        )
        indexes = (models.Index(fields=("tenant", "at", "id"), name="refused_accesses"),)
