"""One alarm item: what it is about, its code, and where it stands."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from shopops.alarms.identity import Obligation, RecordKind
from shopops.alarms.models.keys import tenant_key
from shopops.alarms.states import OPEN, AlarmStatus
from shopops.tenants.managers import Kept
from shopops.tenants.models import Tenant

IS_OPEN = models.Q(status__in=sorted(OPEN))
# The order's proposal has asked for it in this episode, whoever observed it first.
IS_PROPOSED = models.Q(noted_at__gte=models.F("opened_at"))


class AlarmItem(Kept):
    """The first block is its identity: written once, never changed (trigger), never deleted.

    The second is what lists and mails show; the newest observation refreshes it. The third is the
    projection: `story` is the whole of shopops.alarms.story.Story (without last_seq), the columns
    beside it are for lists and for the due scan. It is written in the transaction of the event
    and by nothing but projection.py; `ledger_verify` folds the ledger again and compares.

    `status` is the story's, so it does not know what time it is: ask `status_now`.
    """

    tenant = tenant_key(Tenant)
    item_key = models.BinaryField(max_length=32)
    key_version = models.SmallIntegerField(null=True)  # of an older system: its own, or none
    code = models.CharField(max_length=64)
    code_shift = models.SmallIntegerField(null=True)  # null: an older system's code, verbatim
    obligation = models.CharField(
        max_length=16, choices=[(word.value, word.value) for word in Obligation], blank=True
    )
    record_source = models.CharField(max_length=255)
    record_kind = models.CharField(
        max_length=16, choices=[(word.value, word.value) for word in RecordKind], blank=True
    )
    record_ids = ArrayField(models.CharField(max_length=255, null=True))
    authored_at = models.DateTimeField(null=True)
    order_id = models.CharField(max_length=255)
    created_at = models.DateTimeField(default=timezone.now)
    # -- what to show
    order_number = models.CharField(max_length=255, blank=True)
    cause = models.CharField(max_length=64, blank=True)
    amount_minor = models.BigIntegerField(null=True)
    currency = models.CharField(max_length=3, blank=True)
    noted_evidence = models.BinaryField(max_length=32, null=True)  # the newest that was seen
    noted_at = models.DateTimeField(null=True)
    # -- the projection
    status = models.CharField(
        max_length=12,
        choices=[(word.value, word.value) for word in AlarmStatus],
        default=AlarmStatus.NONE.value,
    )
    episode = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    rings = models.PositiveIntegerField(default=0)
    rung_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    send_at = models.DateTimeField(null=True)  # due_at, moved out of quiet hours and maintenance
    until = models.DateTimeField(null=True)
    holder = models.BinaryField(max_length=32, null=True)
    confirmers = ArrayField(models.BinaryField(max_length=32), default=list)
    step = models.PositiveSmallIntegerField(default=0)
    exhausted = models.BooleanField(default=False)
    releases = models.PositiveIntegerField(default=0)
    evidence_digest = models.BinaryField(max_length=32, null=True)
    pre_epoch = models.BooleanField(default=False)
    story = models.JSONField(default=dict)
    last_event = models.UUIDField(null=True)
    # -- no part of the projection: the mail (RingMail) that is on its way, so that no other is made
    ring_in_hand = models.BigIntegerField(null=True)

    class Meta(Kept.Meta):
        constraints = (
            models.UniqueConstraint(fields=("tenant", "item_key"), name="alarm_item_once"),
            models.UniqueConstraint(fields=("tenant", "code"), name="alarm_code_once"),
            models.UniqueConstraint(fields=("tenant", "id"), name="alarm_item_in_tenant"),
        )
        indexes = (
            models.Index(
                fields=("tenant", "send_at", "id"),
                condition=models.Q(send_at__isnull=False, ring_in_hand__isnull=True),
                name="alarm_due",
            ),
            models.Index(
                fields=("tenant", "ring_in_hand"),
                condition=models.Q(ring_in_hand__isnull=False),
                name="alarm_in_hand",
            ),
            models.Index(
                fields=("tenant", "status", "due_at", "id"), condition=IS_OPEN, name="alarm_open"
            ),
            models.Index(
                fields=("tenant", "holder", "id"),
                condition=models.Q(holder__isnull=False),
                name="alarm_held",
            ),
            models.Index(fields=("tenant", "closed_at", "id"), name="alarm_closed"),
            models.Index(fields=("tenant", "order_id"), name="alarm_by_order"),
            models.Index(
                fields=("tenant", "record_source", "record_kind", "record_ids"),
                name="alarm_by_record",
            ),
        )
