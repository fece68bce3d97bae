"""Packs, evidence, proposals, actions and verdicts.

Evidence, EvidenceLink, Pack and Verdict rows are append-only (triggers). Of a proposal and an
action only the status columns may change, and only forwards, or back by one undone decision
(triggers). An action without an evidence link is refused at commit (deferred constraint trigger).

`db_constraint=False` marks a key whose constraint is a composite one made in SQL, (tenant, …) or
(tenant, pack, …): a row of another tenant or of another pack can't be referred to.
"""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Collate, Upper
from django.utils import timezone

from shopops.proposals.statuses import ExecutionStatus, ReviewStatus
from shopops.tenants.managers import AppendOnly, Kept, TenantQuerySet
from shopops.tenants.models import Membership, Tenant

__all__ = (
    "Action",
    "Evidence",
    "EvidenceLink",
    "ExecutionStatus",
    "OutlineText",
    "Pack",
    "Proposal",
    "ReviewStatus",
    "Verdict",
)


def _key(to: type[models.Model] | str, related_name: str = "+") -> "models.ForeignKey[Any, Any]":
    """A foreign key whose constraint and indexes are made elsewhere."""
    return models.ForeignKey(
        to,
        on_delete=models.PROTECT,
        related_name=related_name,
        db_constraint=False,
        db_index=False,
    )


class Pack(AppendOnly):
    """A typed pack (`agents.facts.Pack`) as JSON. The same evidence gives the same digest."""

    tenant = models.ForeignKey(Tenant, models.PROTECT, related_name="+", db_index=False)
    order_id = models.CharField(max_length=255)
    digest = models.BinaryField(max_length=32)
    body = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta(AppendOnly.Meta):
        constraints = (models.UniqueConstraint(fields=("tenant", "id"), name="pack_in_tenant"),)


class Evidence(AppendOnly):
    tenant = _key(Tenant)
    pack = _key(Pack, "evidence_rows")
    short_id = models.TextField()
    source_object = models.TextField()
    json_path = models.TextField()
    payload_sha256 = models.BinaryField(max_length=32)
    value_sha256 = models.BinaryField(max_length=32)
    occurred_at = models.DateTimeField(null=True)
    received_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        ordering = ("id",)
        verbose_name_plural = "evidence rows"
        constraints = (
            models.UniqueConstraint(fields=("pack", "short_id"), name="evidence_once_in_pack"),
            models.UniqueConstraint(fields=("tenant", "pack", "id"), name="evidence_in_pack"),
        )


# Numbers as a search compares them: without regard to case, and byte by byte, so that one index
# finds what begins with something and also gives it in order.
NUMBER = Collate(Upper("order_number"), "C")


class Proposal(Kept):
    """One revision of what is proposed for an order. Columns below the line may change.

    Revisions of one pack differ in what a person changed: `edit_of` and `editor` say what and who.
    `superseded_by` names the next revision of the same order, also on a decided proposal. Taking a
    decision back begins the next `round` of the same revision.
    """

    tenant = _key(Tenant)
    pack = _key(Pack, "proposals")
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
    amount_minor = models.BigIntegerField(null=True)  # the largest at stake, or what an edit set
    edit_of = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    editor = models.ForeignKey(
        Membership,
        models.PROTECT,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    created_at = models.DateTimeField(default=timezone.now)
    # -- may change
    review_status = models.CharField(
        max_length=20, choices=ReviewStatus.choices, default=ReviewStatus.UNJUDGED
    )
    round = models.PositiveSmallIntegerField(db_default=1)
    rule_ids = ArrayField(models.CharField(max_length=8), default=list)  # why a person is needed
    waiting_since = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        Membership,
        models.PROTECT,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    decided_at = models.DateTimeField(null=True)
    superseded_by = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )

    class Meta(Kept.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "order_id", "revision"), name="proposal_revision_once"
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="proposal_in_tenant"),
            models.UniqueConstraint(fields=("tenant", "pack", "id"), name="proposal_of_pack"),
            models.UniqueConstraint(
                fields=("edit_of",),
                condition=models.Q(edit_of__isnull=False),
                name="proposal_edited_once",
            ),
        )
        indexes = (
            models.Index(
                fields=("tenant", "waiting_since", "id"),
                condition=models.Q(review_status="pending"),
                name="proposal_queue",
            ),
            models.Index(
                fields=("tenant", "waiting_since", "id"),
                condition=models.Q(review_status="changes_requested"),
                name="proposal_queue_asked",
            ),
            models.Index(
                fields=("tenant", "created_at", "id"),
                condition=models.Q(review_status__in=("pending", "changes_requested")),
                name="proposal_expiry",
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
            models.Index(models.F("tenant"), NUMBER, models.F("id"), name="proposal_by_number"),
        )


class Action(Kept):
    tenant = _key(Tenant)
    pack = _key(Pack)  # the proposal's, so that a link can hold evidence of this pack only
    proposal = _key(Proposal, "actions")
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=32)
    cause = models.CharField(max_length=64)
    alternative = models.TextField(blank=True)
    amount_minor = models.BigIntegerField(null=True)
    currency = models.CharField(max_length=3, blank=True)
    requires_approval = models.BooleanField()
    body = models.JSONField()  # agents.proposal.Action
    # -- may change
    approved = models.BooleanField(default=False)
    execution_status = models.CharField(
        max_length=12, choices=ExecutionStatus.choices, default=ExecutionStatus.NONE
    )

    class Meta(Kept.Meta):
        ordering = ("index",)
        constraints = (
            models.UniqueConstraint(fields=("proposal", "index"), name="action_index_once"),
            models.UniqueConstraint(fields=("tenant", "pack", "id"), name="action_in_pack"),
        )


class OutlineText(models.Model):
    """What a person wants a mail to say, in their words. Deleting the row erases it: the action's
    outline holds the salted hash alone (`outline_text.point_of`). `drafted_by`: the model that
    wrote its first version, and whether the person changed that; null where none did."""

    tenant = _key(Tenant)
    proposal = _key(Proposal, "outline_texts")
    sha256 = models.BinaryField(max_length=32)
    salt = models.BinaryField(max_length=16)
    text = models.CharField(max_length=300)
    drafted_by = models.CharField(max_length=100, null=True)
    draft_changed = models.BooleanField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("proposal", "sha256"), name="outline_text_once"),
        )


class EvidenceLink(AppendOnly):
    tenant = _key(Tenant)
    pack = _key(Pack)
    action = _key(Action, "evidence_links")
    evidence = _key(Evidence)

    class Meta(AppendOnly.Meta):
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("action", "evidence"), name="evidence_link_once"),
        )


class Verdict(AppendOnly):
    """Policy's answer for one action, with everything needed to replay it."""

    tenant = _key(Tenant)
    pack = _key(Pack)
    action = _key(Action, "verdicts")
    outcome = models.CharField(max_length=16)
    thresholds_version = models.PositiveIntegerField()
    results = models.JSONField()  # list of policy.verdicts.RuleResult
    context = models.JSONField()  # policy.verdicts.Context
    created_at = models.DateTimeField(default=timezone.now)

    class Meta(AppendOnly.Meta):
        indexes = (models.Index(fields=("action", "id"), name="verdict_by_action"),)
