"""Mails that came in: kept before anything is decided, so that none is lost on the way."""

from uuid import uuid4

from django.db import models
from django.utils import timezone

from shopops.tenants.managers import AppendOnly, TenantQuerySet
from shopops.tenants.models import Membership, Tenant


class MailStatus(models.TextChoices):
    RECEIVED = "received", "Not looked at yet"
    DROPPED = "dropped", "Dropped"
    HELD = "held", "Held"
    REFUSED = "refused", "Answered, nothing acknowledged"
    ACKNOWLEDGED = "acknowledged", "Acknowledged"
    FAILED = "failed", "Could not be handled"


class InboundMail(models.Model):
    """One mail. `sealed` are its bytes, encrypted; they, and who sent it, are deleted in time.

    `replay_hash`: of sender and Message-ID. Only mail whose sender is proven keeps it, so that a
    forged mail cannot take the place of a real one. `signed_hash`: of what a signature covers, kept
    once a person was answered, so that a copy under another Message-ID is known. `reason` is an
    `outcomes.Reason`, or the refusal of the whole mail. `said`: item ids that were acknowledged,
    and [item id or null, code] for what was refused. `reply` is our answer's bytes, sealed, until
    it was sent; it is sent once `reply_ready_at` has come.
    """

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    source = models.CharField(max_length=32)
    received_at = models.DateTimeField()
    replay_hash = models.BinaryField(max_length=32, null=True)
    signed_hash = models.BinaryField(max_length=32, null=True)
    sealed = models.BinaryField(null=True)
    size = models.PositiveIntegerField()
    null_return_path = models.BooleanField(default=False)
    status = models.CharField(
        max_length=12, choices=MailStatus.choices, default=MailStatus.RECEIVED
    )
    reason = models.CharField(max_length=32, blank=True)
    sender = models.CharField(max_length=254, blank=True)
    membership = models.ForeignKey(
        Membership, models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    proof = models.CharField(max_length=32, blank=True)
    said = models.JSONField(default=dict)
    tries = models.PositiveSmallIntegerField(default=0)
    handled_at = models.DateTimeField(null=True)
    reply = models.BinaryField(null=True)
    reply_to = models.CharField(max_length=254, blank=True)
    reply_token = models.UUIDField(default=uuid4)
    reply_tries = models.PositiveSmallIntegerField(default=0)
    reply_ready_at = models.DateTimeField(null=True)
    replied_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "replay_hash"), name="inbound_mail_once"),
            models.UniqueConstraint(
                fields=("tenant", "signed_hash"), name="inbound_mail_answered_once"
            ),
        )
        indexes = (
            models.Index(
                fields=("received_at",),
                condition=models.Q(status="received"),
                name="inbound_mail_waiting",
            ),
            models.Index(
                fields=("reply_ready_at",),
                condition=models.Q(reply_ready_at__isnull=False),
                name="inbound_reply_waiting",
            ),
            models.Index(
                fields=("tenant", "-id"),
                condition=models.Q(status__in=("held", "failed")),
                name="inbound_mail_held",
            ),
            models.Index(
                fields=("received_at",),
                condition=models.Q(sealed__isnull=False),
                name="inbound_mail_purge",
            ),
        )


class MailTest(models.Model):
    """A mail that asks its reader for an answer, to see whether answers can come in.

    `code` is no alarm's and acknowledges nothing. `steps`: what was found, by the name of the step
    (`doctor.steps.Step`); its sentences, and where the mail went, are deleted in time. `author`
    None: an operator on the command line.
    """

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    token = models.UUIDField(default=uuid4, unique=True)
    membership = models.ForeignKey(
        Membership, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    recipient = models.CharField(max_length=254, blank=True)
    code = models.CharField(max_length=10)
    author = models.ForeignKey(
        Membership, models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    created_at = models.DateTimeField()
    steps = models.JSONField(default=dict)
    outcome = models.CharField(max_length=8, default="waiting")
    failed_step = models.CharField(max_length=12, blank=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("tenant", "-id"), name="mail_test_newest"),)


class InboundToken(models.Model):
    """A proof of origin that was used. Whichever shop it was for, it is good once."""

    token_hash = models.BinaryField(max_length=32, unique=True)
    seen_at = models.DateTimeField(db_index=True)


class InboundRules(models.Model):
    """What a shop asks of a sender. `takes_unproven`: mail for which nobody vouches counts, on the
    word of its From header; every acknowledgment made so says it on the ledger."""

    tenant = models.OneToOneField(
        Tenant, models.PROTECT, related_name="+", primary_key=True, db_constraint=False
    )
    takes_unproven = models.BooleanField(default=False)
    authserv_id = models.CharField(max_length=253, blank=True)  # this shop's own, else the site's


class InboundRulesVersion(AppendOnly):
    """One version of what a shop asks of a sender; `InboundRules` is the newest, to be read fast.
    Never overwritten."""

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    version = models.PositiveIntegerField()
    takes_unproven = models.BooleanField()
    authserv_id = models.CharField(max_length=253, blank=True)
    reason = models.CharField(max_length=500)
    author = models.ForeignKey(
        Membership, models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ("-version",)
        constraints = (
            models.UniqueConstraint(fields=("tenant", "version"), name="inbound_rules_once"),
        )
