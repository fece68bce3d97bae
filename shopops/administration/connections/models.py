"""What was changed about a connected shop, for people to read; the ledger has it too."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from shopops.connections.models import Connection
from shopops.tenants.managers import AppendOnly
from shopops.tenants.models import Membership, Tenant


def _key(to: type[models.Model]) -> "models.ForeignKey[Any, Any]":
    """Its constraint is a composite one with the tenant, made in SQL."""
    return models.ForeignKey(
        to, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )


class Change(models.TextChoices):
    CONNECTED = "connected", _("Connected")
    CHANGED = "changed", _("Settings changed")
    CARRIES_OUT = "carries_out", _("What it carries out was changed")
    PAUSED = "paused", _("Paused")
    RESUMED = "resumed", _("Resumed")
    REMOVED = "removed", _("Removed")


class ConnectionChange(AppendOnly):
    """`settings`: the names of those that were changed, never a value; `forgotten`: those of them
    that are not there any more. `before` and `after`: what
    it carries out. Never overwritten; the newest one's id is the connection's version."""

    tenant = _key(Tenant)
    connection = _key(Connection)
    change = models.CharField(max_length=12, choices=Change.choices)
    author = _key(Membership)
    at = models.DateTimeField(default=now)
    settings = ArrayField(models.CharField(max_length=40), default=list)
    forgotten = ArrayField(models.CharField(max_length=40), default=list, db_default=[])
    before = models.CharField(max_length=12, blank=True)
    after = models.CharField(max_length=12, blank=True)
    reason = models.CharField(max_length=500)

    class Meta(AppendOnly.Meta):
        ordering = ("-id",)
        indexes = (models.Index(fields=("tenant", "connection", "-id"), name="connection_changes"),)
