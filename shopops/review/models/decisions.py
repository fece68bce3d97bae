"""Handles that make a decision single-use, the decisions, and what people wrote with them.

Decisions are append-only (triggers) and stand in the same transaction as their ledger event; the
ledger is the proof, these rows are what the pages read. A note is free text about people, so it
may be erased: the ledger keeps only its salted hash.
"""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.review.models.keys import key
from shopops.tenants.managers import AppendOnly, TenantQuerySet
from shopops.tenants.models import ApiToken, Membership, Tenant


def new_salt() -> bytes:
    return secrets.token_bytes(16)


class DecisionHandle(models.Model):
    """The right of one person to decide one revision of one proposal, once, until it expires or
    a decision on it is taken back, which begins another round.

    The handle itself is derived from the nonce and the secret key, and only its hash is looked up.
    `token`: it was made for this API token, which acts for the person; None: for their own page.
    """

    tenant = key(Tenant)
    proposal = key(Proposal)
    membership = key(Membership)
    token = key(ApiToken, null=True)
    digest = models.BinaryField(max_length=32)
    revision = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField(default=1)
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
    EDIT = "edit", "Edited"
    RESPOND = "respond", "Asked for information"
    TAKE_BACK = "take_back", "Took the question back"
    SUPPLY_FACT = "supply_fact", "Supplied a fact"
    UNDO = "undo", "Undid the decision"
    PROPOSE_AGAIN = "propose_again", "Had it proposed again"


# These settle a round of a revision; an edit does so by making the next revision.
FINAL = (
    DecisionKind.APPROVE,
    DecisionKind.REJECT,
    DecisionKind.HANDLED_OUTSIDE,
    DecisionKind.EDIT,
)


class Outcome(models.TextChoices):
    """What a person did about an order outside of this program."""

    CONTACTED = "customer_contacted", "Customer contacted"
    SENT_AGAIN = "sent_again", "Sent again in the shop's system"
    REFUNDED = "refunded", "Money sent back in the shop's system"
    NOTHING_NEEDED = "nothing_needed", "Nothing had to be done"
    OTHER = "other", "Something else (say what in the reason)"


class Decision(AppendOnly):
    """What one person did to one revision. A first approval of two is one that is not `final`.

    `undoes`: the final decision of this round, which `kind` undo takes back; it may be taken back
    before `undo_until`. `bypassed`: the refusals that an admin set aside, with the reason in the
    note. `delegation`: whose limit the approver used. `together`: how many orders were confirmed at
    once, when it was taken in bulk. `waiting_since` and `rule_ids` are the
    proposal's when it was decided, so that decisions are counted without reading proposals.
    """

    tenant = key(Tenant)
    proposal = key(Proposal, index=True)
    membership = key(Membership)
    handle = models.OneToOneField(DecisionHandle, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16, choices=DecisionKind.choices)
    final = models.BooleanField()
    round = models.PositiveSmallIntegerField(default=1)
    action_indexes = ArrayField(models.PositiveSmallIntegerField(), default=list)
    outcome = models.CharField(max_length=20, choices=Outcome.choices, blank=True)
    preset = models.CharField(max_length=80, blank=True)  # of the shop's reasons to reject
    undoes = models.OneToOneField(
        "self", models.PROTECT, null=True, related_name="undone_by", db_constraint=False
    )
    undo_until = models.DateTimeField(null=True)
    bypassed = ArrayField(models.CharField(max_length=20), default=list)
    delegation = key("Delegation", null=True)
    together = models.PositiveSmallIntegerField(null=True)
    thresholds_version = models.PositiveIntegerField()
    verdicts = models.JSONField(default=list)  # policy.verdicts.Verdict of each chosen action
    context = models.JSONField(null=True)  # policy.verdicts.Context that they were judged in
    waiting_since = models.DateTimeField(null=True)
    rule_ids = ArrayField(models.CharField(max_length=8), default=list)
    decided_at = models.DateTimeField(default=timezone.now)

    def counts_in(self, round_: int) -> bool:
        """Whether it settles this round, or is the first of two approvals in it."""
        return self.round == round_ and self.kind in FINAL

    class Meta(AppendOnly.Meta):
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("proposal", "round"),
                condition=models.Q(final=True),
                name="one_final_decision",
            ),
            models.UniqueConstraint(
                fields=("proposal", "membership", "round"),
                condition=models.Q(kind="approve"),
                name="one_approval_per_person",
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="decision_in_tenant"),
            models.UniqueConstraint(
                fields=("tenant", "proposal", "round", "id"), name="decision_in_round"
            ),
        )


class ReviewNote(models.Model):
    """The reason or the question that somebody wrote. Deleting the row erases it; the ledger keeps
    a salted hash."""

    tenant = key(Tenant)
    decision = models.OneToOneField(Decision, models.PROTECT, related_name="note")
    text = models.CharField(max_length=2000)
    salt = models.BinaryField(max_length=16, default=new_salt)

    objects = TenantQuerySet.as_manager()
