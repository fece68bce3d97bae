"""Who was invited to a shop, and what was changed about its people."""

from typing import Any

from django.db import models
from django.db.models.functions import Lower
from django.utils.timezone import now

from shopops.tenants.managers import AppendOnly, TenantQuerySet
from shopops.tenants.models import Membership, Role, Tenant

NEITHER_USED_NOR_REVOKED = models.Q(accepted_at=None, revoked_at=None)


def _key(to: type[models.Model], *, null: bool = False) -> "models.ForeignKey[Any, Any]":
    """A foreign key whose constraint and indexes are made elsewhere."""
    return models.ForeignKey(
        to,
        on_delete=models.PROTECT,
        related_name="+",
        null=null,
        db_constraint=False,
        db_index=False,
    )


class Invitation(models.Model):
    """Somebody may join the shop: who holds the link whose secret has this hash, until it expires.

    `sent_at`: when the newest link was mailed. `membership`: who came of it. `invited_by` None: an
    operator of the site.
    """

    tenant = _key(Tenant)
    email = models.EmailField()
    display_name = models.CharField(max_length=80)
    role = models.CharField(max_length=16, choices=Role.choices)
    token_hash = models.BinaryField(max_length=32, unique=True)
    invited_by = _key(Membership, null=True)
    invited_at = models.DateTimeField(default=now)
    sent_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    membership = _key(Membership, null=True)
    revoked_at = models.DateTimeField(null=True)
    revoked_by = _key(Membership, null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                models.F("tenant"),
                Lower("email"),
                condition=NEITHER_USED_NOR_REVOKED,
                name="invitation_open_once",
            ),
        )
        indexes = (models.Index(fields=("tenant", "id"), name="invitations"),)


class Change(models.TextChoices):
    JOINED = "joined", "joined the shop"
    ROLE = "role", "got another role"
    NAME = "name", "got another name"
    LEFT = "left", "was deactivated"
    RETURNED = "returned", "was reactivated"


class MemberChange(AppendOnly):
    """One change of one member, for people to read; the ledger has it too. Never overwritten."""

    tenant = _key(Tenant)
    membership = _key(Membership)
    change = models.CharField(max_length=12, choices=Change.choices)
    author = _key(Membership)
    at = models.DateTimeField(default=now)
    before = models.CharField(max_length=16, blank=True)  # roles, of a change of role
    after = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta(AppendOnly.Meta):
        ordering = ("-id",)
        indexes = (models.Index(fields=("tenant", "membership", "id"), name="member_changes"),)
