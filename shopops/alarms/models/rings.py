"""Mails that ring somebody, which items each tells of, and the sweeps that send them.

A mail is no ledger row: only when a server has taken it on, its items get their raises.
"""

from uuid import uuid4

from django.db import models
from django.utils import timezone

from shopops.alarms.models.items import AlarmItem
from shopops.alarms.models.keys import tenant_key
from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Membership, Tenant


class MailState(models.TextChoices):
    """QUEUED, SENDING, FAILED and UNKNOWN are tried (again) while the mail is open."""

    QUEUED = "queued", "Waiting to be sent"
    SENDING = "sending", "Being sent"
    FAILED = "failed", "Not taken by the mail server"
    UNKNOWN = "unknown", "Connection lost while sending; it may have arrived"
    ACCEPTED = "accepted", "Sent"
    SENT_SUPERSEDED = "sent_superseded", "Sent, but answered or settled meanwhile"
    DROPPED = "dropped", "Not sent: answered or settled before"
    NOBODY = "nobody", "Nobody reachable could be told"


class RingMail(models.Model):
    """One mail to one person. Every try sends the same bytes under the same Message-ID.

    Open until `closed_at`. `ready_at` is when a sweep may take it in hand: at once, after the
    backoff, or when whoever has it now (`lease`) must be presumed dead. A mail to NOBODY has no
    person and no bytes; it keeps its items from being looked at again before `ready_at`.
    `doubtful`: a try ended without the server's word, so it may have arrived; an answer to it
    proves that. `message`: the bytes as they are sent, deleted some time after the mail is closed.
    """

    tenant = tenant_key(Tenant)
    token = models.UUIDField(default=uuid4, unique=True)
    membership = tenant_key(Membership, null=True)
    recipient = models.CharField(max_length=254, blank=True)
    message = models.BinaryField(null=True)
    state = models.CharField(max_length=16, choices=MailState.choices, default=MailState.QUEUED)
    tries = models.PositiveSmallIntegerField(default=0)
    doubtful = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    ready_at = models.DateTimeField()
    lease = models.UUIDField(null=True)
    reply = models.CharField(max_length=300, blank=True)  # what the mail server said last
    closed_at = models.DateTimeField(null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "id"), name="ring_mail_in_tenant"),
        )
        indexes = (
            models.Index(
                fields=("tenant", "ready_at", "id"),
                condition=models.Q(closed_at=None),
                name="ring_mail_open",
            ),
            models.Index(
                fields=("closed_at",),
                condition=models.Q(message__isnull=False, closed_at__isnull=False),
                name="ring_mail_purge",
            ),
        )


class RingState(models.TextChoices):
    OPEN = "open", "On its way"
    RAISED = "raised", "Told"
    SUPERSEDED = "superseded", "Answered or settled meanwhile"
    GIVEN_UP = "given_up", "Not delivered"
    UNDELIVERED = "undelivered", "Told, but the mail came back"


class RingItem(models.Model):
    """One item in a mail: the raise that will stand on the ledger once the mail is accepted.

    `event_id` and `body` are the ledger row's, `handle` the SHA-256 of its handle, which nobody
    else has. `episode` and `releases` are the item's when the mail was made: an item that has
    moved on since is not raised.
    """

    tenant = tenant_key(Tenant)
    mail = tenant_key(RingMail, related_name="ring_items")
    item = tenant_key(AlarmItem, related_name="ring_items")
    handle = models.BinaryField(max_length=32)
    event_id = models.UUIDField(default=uuid4)
    body = models.TextField()
    episode = models.PositiveIntegerField()
    releases = models.PositiveIntegerField()
    state = models.CharField(max_length=12, choices=RingState.choices, default=RingState.OPEN)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("mail", "item"), name="ring_item_once"),
            models.UniqueConstraint(fields=("tenant", "event_id"), name="ring_item_event_once"),
        )
        indexes = (models.Index(fields=("tenant", "item", "id"), name="ring_items_of_item"),)


class RingNote(models.Model):
    """What a person must be told with the next ring: an answer of theirs was not accepted."""

    tenant = tenant_key(Tenant)
    membership = tenant_key(Membership)
    text = models.CharField(max_length=500)
    created_at = models.DateTimeField(default=timezone.now)
    told_in = tenant_key(RingMail, null=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("tenant", "membership"),
                condition=models.Q(told_in=None),
                name="ring_note_pending",
            ),
            models.Index(
                fields=("tenant", "told_in"),
                condition=models.Q(told_in__isnull=False),
                name="ring_note_told",
            ),
        )


class RingSweep(models.Model):
    """One run over everything that was due, written when it has ended. `good`: it got through, and
    our mail server took something if there was something to take."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    good = models.BooleanField()
    accepted = models.PositiveIntegerField()
    failed = models.PositiveIntegerField()
    problem = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = (
            models.Index(
                fields=("-finished_at",), condition=models.Q(good=True), name="ring_sweep_good"
            ),
        )
