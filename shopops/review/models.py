"""Handles that make a decision single-use, the decisions, and what people wrote with them.

Decisions are append-only (triggers) and stand in the same transaction as their ledger event; the
ledger is the proof, these rows are what the pages read. A note is free text about people, so it
may be erased: the ledger keeps only its salted hash.
"""

import secrets
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.tenants.managers import AppendOnly, TenantQuerySet
from shopops.tenants.models import Membership, Tenant


def new_salt() -> bytes:
    return secrets.token_bytes(16)


def _key(to: type[models.Model], *, index: bool = False) -> Any:
    """A key whose constraint is a composite one with the tenant, made in SQL."""
    return models.ForeignKey(
        to, models.PROTECT, related_name="+", db_constraint=False, db_index=index
    )


class DecisionHandle(models.Model):
    """The right of one person to decide one revision of one proposal, once, until it expires.

    The handle itself is derived from the nonce and the secret key, and only its hash is looked up.
    """

    tenant = _key(Tenant)
    proposal = _key(Proposal)
    membership = _key(Membership)
    digest = models.BinaryField(max_length=32)
    revision = models.PositiveIntegerField()
    nonce = models.BinaryField(max_length=16)
    handle_sha256 = models.BinaryField(max_length=32, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("proposal", "membership"),
                condition=models.Q(used_at=None),
                name="handle_open",
            ),
            models.Index(
                fields=("expires_at",),
                condition=models.Q(used_at=None),
                name="handle_expiry",
            ),
        )


class DecisionKind(models.TextChoices):
    APPROVE = "approve", "Approved"
    REJECT = "reject", "Rejected"
    HANDLED_OUTSIDE = "handled_outside", "Handled outside"


class Outcome(models.TextChoices):
    """What a person did about an order outside of this program."""

    CONTACTED = "customer_contacted", "Customer contacted"
    SENT_AGAIN = "sent_again", "Sent again in the shop's system"
    REFUNDED = "refunded", "Money sent back in the shop's system"
    NOTHING_NEEDED = "nothing_needed", "Nothing had to be done"
    OTHER = "other", "Something else (say what in the reason)"


class Decision(AppendOnly):
    """One person's decision. A first approval of two is a decision that is not `final`."""

    tenant = _key(Tenant)
    proposal = _key(Proposal, index=True)
    membership = _key(Membership)
    handle = models.OneToOneField(DecisionHandle, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16, choices=DecisionKind.choices)
    final = models.BooleanField()
    action_indexes = ArrayField(models.PositiveSmallIntegerField(), default=list)
    outcome = models.CharField(max_length=20, choices=Outcome.choices, blank=True)
    thresholds_version = models.PositiveIntegerField()
    verdicts = models.JSONField(default=list)  # policy.verdicts.Verdict of each chosen action
    context = models.JSONField(null=True)  # policy.verdicts.Context that they were judged in
    decided_at = models.DateTimeField(default=timezone.now)

    class Meta(AppendOnly.Meta):
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("proposal",), condition=models.Q(final=True), name="one_final_decision"
            ),
            models.UniqueConstraint(
                fields=("proposal", "membership"),
                condition=models.Q(kind="approve"),
                name="one_approval_per_person",
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="decision_in_tenant"),
        )


class ReviewNote(models.Model):
    """The reason somebody wrote. Deleting the row erases it; the ledger keeps a salted hash."""

    tenant = _key(Tenant)
    decision = models.OneToOneField(Decision, models.PROTECT, related_name="note")
    text = models.CharField(max_length=2000)
    salt = models.BinaryField(max_length=16, default=new_salt)

    objects = TenantQuerySet.as_manager()
