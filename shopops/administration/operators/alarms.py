"""Alarm items, the mails that rang, what was refused, and mails that came in. Never shown: bytes of
mails, who sent or got one, reply tokens."""

from django.contrib import admin

from shopops.acknowledgments.models import InboundMail
from shopops.administration.operators.base import Reading
from shopops.administration.operators.shops import OfOneShop
from shopops.alarms.models import AlarmAudit, AlarmItem, AlarmRefusal, RingItem, RingMail


@admin.register(AlarmItem)
class AlarmItemAdmin(OfOneShop):
    list_display = ("id", "code", "order_number", "obligation", "status", "episode", "due_at")
    fields = (
        *list_display,
        *("record_source", "record_kind", "record_ids", "authored_at", "created_at"),
        *("opened_at", "closed_at", "rings", "rung_at", "send_at", "until", "step", "pre_epoch"),
        *("key_version", "last_event", "ring_in_hand"),
    )


@admin.register(RingMail)
class RingMailAdmin(OfOneShop):
    list_display = ("id", "membership", "state", "tries", "ready_at", "created_at", "closed_at")
    list_select_related = ("membership",)
    fields = (*list_display, "doubtful", "lease")


@admin.register(RingItem)
class RingItemAdmin(OfOneShop):
    list_display = fields = ("id", "mail_id", "item_id", "state")
    readonly_fields = ("id", "mail_id", "item_id")


@admin.register(AlarmRefusal)
class AlarmRefusalAdmin(OfOneShop):
    list_display = ("id", "at", "code", "kind", "item_id", "skill", "membership", "token_id")
    list_select_related = ("membership",)
    fields = (*list_display, "facts", "record")
    readonly_fields = ("id", "item_id", "token_id")


@admin.register(InboundMail)
class InboundMailAdmin(OfOneShop):
    list_display = ("id", "received_at", "source", "status", "reason", "tries", "handled_at")
    fields = (*list_display, "size", "proof", "reply_tries", "reply_ready_at", "replied_at")


@admin.register(AlarmAudit)
class AlarmAuditAdmin(Reading):
    list_display = ("tenant", "finished_at", "took_ms", "finding_count")
    list_select_related = ("tenant",)
    fields = (*list_display, "numbers", "finding_counts", "findings")
