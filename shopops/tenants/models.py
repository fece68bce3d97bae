"""Shops, the people who work for them, their numbers and their API tokens."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.timezone import now

from shopops.tenants.identity import new_identity_key
from shopops.tenants.managers import AppendOnly


class User(AbstractUser):
    """A person who can sign in. The e-mail address is the sign-in name, kept in small letters."""

    username = models.CharField(max_length=150, unique=True, blank=True)
    email = models.EmailField(unique=True)
    # Empty: pages as the browser asks for them, mails as the shop writes.
    language = models.CharField(max_length=8, blank=True, default="")

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["username"]

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.email = self.email.lower()
        self.username = self.username or self.email
        super().save(*args, **kwargs)


class Tenant(models.Model):
    slug = models.SlugField(max_length=63, unique=True)
    name = models.CharField(max_length=120)
    timezone = models.CharField(max_length=64, default="UTC")
    created_at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What each may do: docs/people.md. `access.allows` knows which includes which."""

    VIEWER = "viewer", "Viewer"
    AUDITOR = "auditor", "Auditor"
    REVIEWER = "reviewer", "Reviewer"
    ADMIN = "admin", "Admin"


DECIDERS = (Role.REVIEWER, Role.ADMIN)  # the others may read


class Membership(models.Model):
    """One person in one shop. `identity_key` is random and stands for the person on the ledger."""

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.VIEWER)
    display_name = models.CharField(max_length=80)
    identity_key = models.BinaryField(max_length=32, default=new_identity_key, editable=False)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "user"), name="membership_once"),
            models.UniqueConstraint(fields=("tenant", "identity_key"), name="membership_key_once"),
            # What other tables' composite foreign keys (tenant, membership) point at.
            models.UniqueConstraint(fields=("tenant", "id"), name="membership_in_tenant"),
        )

    def __str__(self) -> str:
        return self.display_name


class VaultName(models.Model):
    """One version of a member's name. The ledger holds SHA-256(salt ‖ name) and nothing else of
    it, so deleting the row erases the name and leaves the ledger whole."""

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    membership = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="names")
    name = models.CharField(max_length=80)
    salt = models.BinaryField(max_length=16)
    name_sha256 = models.BinaryField(max_length=32)
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("membership", "name"), name="vault_name_once"),
            models.UniqueConstraint(fields=("tenant", "name_sha256"), name="vault_hash_once"),
        )


class ThresholdVersion(AppendOnly):
    """One version of a tenant's numbers (`shopops.agents.thresholds`). Never overwritten."""

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="threshold_versions")
    version = models.PositiveIntegerField()
    body = models.JSONField()
    reason = models.CharField(max_length=500)
    author = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ("-version",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "version"), name="threshold_version_once"),
        )


class ApiToken(models.Model):
    """A bearer token: only its SHA-256 is kept; `prefix` lets people recognise it.

    `acts_for`: whose decisions it may send, because an admin (`created_by`) granted it so.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12)
    token_hash = models.BinaryField(max_length=32, unique=True)
    scopes = ArrayField(models.CharField(max_length=32))
    skill = models.CharField(max_length=64, blank=True)
    created_by = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, related_name="+"
    )
    acts_for = models.ForeignKey(
        Membership,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    created_at = models.DateTimeField(default=now, editable=False)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            # What other tables' composite foreign keys (tenant, token) point at.
            models.UniqueConstraint(fields=("tenant", "id"), name="token_in_tenant"),
        )
