"""Packs, evidence, proposals, actions and verdicts.

Evidence, EvidenceLink, Pack and Verdict rows are append-only (triggers). Of a proposal and an
action only the status columns may change (trigger). An action without an evidence link is refused
at commit (deferred constraint trigger). Composite foreign keys refuse cross-tenant references.
"""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils import timezone

from shopops.tenants.models import Membership, Tenant


class Pack(models.Model):
    """A typed pack (`agents.facts.Pack`) as JSON. The same evidence gives the same digest."""

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    order_id = models.CharField(max_length=255)
    digest = models.BinaryField(max_length=32)
    body = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "order_id", "digest"), name="pack_once"),
        )


class Evidence(models.Model):
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="evidence_rows")
    short_id = models.CharField(max_length=300)
    source_object = models.CharField(max_length=300)
    json_path = models.CharField(max_length=300)
    payload_sha256 = models.BinaryField(max_length=32)
    value_sha256 = models.BinaryField(max_length=32)
    occurred_at = models.DateTimeField(null=True)
    received_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("pack", "short_id"), name="evidence_once_in_pack"),
        )


class ReviewStatus(models.TextChoices):
    UNJUDGED = "unjudged", "Not judged yet"
    NOT_REQUIRED = "not_required", "No review needed"
    PENDING = "pending", "Waiting"
    CHANGES_REQUESTED = "changes_requested", "Changes requested"
    APPROVED = "approved", "Approved"
    REJECTED = "rejected", "Rejected"
    HANDLED = "handled", "Handled outside"
    STALE = "stale", "Superseded"
    EXPIRED = "expired", "Expired"
    CANCELLED = "cancelled", "Cancelled"


class ExecutionStatus(models.TextChoices):
    NONE = "none", "Not approved"
    HELD = "held", "Approved, held"
    RUNNING = "running", "Running"
    SUCCEEDED = "succeeded", "Done"
    FAILED = "failed", "Failed"
    UNKNOWN = "unknown", "Outcome unknown"


class Proposal(models.Model):
    """One proposal for one pack. Columns below the line are the queue's projection."""

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    pack = models.OneToOneField(Pack, on_delete=models.PROTECT, related_name="proposal")
    order_id = models.CharField(max_length=255)
    order_number = models.CharField(max_length=255)
    revision = models.PositiveIntegerField()  # 1, 2, ... per order
    digest = models.BinaryField(max_length=32)
    track = models.CharField(max_length=16)
    cause = models.CharField(max_length=64)
    blocked_reasons = ArrayField(models.CharField(max_length=64))
    rationale = ArrayField(models.CharField(max_length=120))
    can_proceed = models.BooleanField()
    thresholds_version = models.PositiveIntegerField()
    currency = models.CharField(max_length=3, blank=True)
    amount_minor = models.BigIntegerField(null=True)  # the largest amount at stake
    created_at = models.DateTimeField(default=timezone.now)
    # -- may change
    review_status = models.CharField(
        max_length=20, choices=ReviewStatus.choices, default=ReviewStatus.UNJUDGED
    )
    rule_ids = ArrayField(models.CharField(max_length=8), default=list)  # why a person is needed
    waiting_since = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    superseded_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "order_id", "revision"), name="proposal_revision_once"
            ),
        )
        indexes = (
            models.Index(
                fields=("tenant", "waiting_since", "id"),
                condition=models.Q(review_status="pending"),
                name="proposal_queue",
            ),
            models.Index(
                fields=("tenant", "id"),
                condition=models.Q(review_status="unjudged"),
                name="proposal_unjudged",
            ),
            models.Index(
                fields=("tenant", "track", "waiting_since", "id"),
                condition=models.Q(review_status="pending"),
                name="proposal_queue_track",
            ),
            models.Index(
                fields=("tenant", "currency", "amount_minor"),
                condition=models.Q(review_status="pending"),
                name="proposal_queue_amount",
            ),
            GinIndex(
                fields=("rule_ids",),
                condition=models.Q(review_status="pending"),
                name="proposal_queue_rule",
            ),
            models.Index(
                fields=("tenant", "order_number"),
                opclasses=("int8_ops", "varchar_pattern_ops"),
                name="proposal_by_number",
            ),
        )


class Action(models.Model):
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="actions")
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=32)
    cause = models.CharField(max_length=64)
    alternative = models.CharField(max_length=300, blank=True)
    amount_minor = models.BigIntegerField(null=True)
    currency = models.CharField(max_length=3, blank=True)
    requires_approval = models.BooleanField()
    body = models.JSONField()  # agents.proposal.Action
    # -- may change
    approved = models.BooleanField(default=False)
    execution_status = models.CharField(
        max_length=12, choices=ExecutionStatus.choices, default=ExecutionStatus.NONE
    )

    class Meta:
        ordering = ("index",)
        constraints = (
            models.UniqueConstraint(fields=("proposal", "index"), name="action_index_once"),
        )


class EvidenceLink(models.Model):
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    action = models.ForeignKey(Action, on_delete=models.PROTECT, related_name="evidence_links")
    evidence = models.ForeignKey(Evidence, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("action", "evidence"), name="evidence_link_once"),
        )


class Verdict(models.Model):
    """Policy's answer for one action, with everything needed to replay it."""

    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, related_name="+")
    action = models.ForeignKey(Action, on_delete=models.PROTECT, related_name="verdicts")
    outcome = models.CharField(max_length=16)
    thresholds_version = models.PositiveIntegerField()
    results = models.JSONField()  # list of policy.verdicts.RuleResult
    context = models.JSONField()  # policy.verdicts.Context
    created_at = models.DateTimeField(default=timezone.now)
