"""The ledger's events with their places, and when each shop's was verified. The models are the
ledger's own, so they are asked for by name and never written here. Handles are not shown."""

from typing import Any

from django.apps import apps
from django.contrib import admin

from shopops.administration.operators.base import Reading, in_hex
from shopops.administration.operators.shops import OfOneShop

Link = apps.get_model("ledger", "Link")


@admin.register(apps.get_model("ledger", "Event"))
class EventAdmin(OfOneShop):
    list_display = ("id", "kind", "order_id", "actor_type", "occurred_at", "recorded_at")
    fields = (*list_display, "event_id", "body", "key_version", "item", "confirmer", "link")
    readonly_fields = ("item", "confirmer", "link")
    item = staticmethod(in_hex("item_key"))
    confirmer = staticmethod(in_hex("confirmer_key"))

    def link(self, event: Any) -> str:
        """Its place in the chain, and its leaf."""
        found = Link.objects.filter(tenant_id=event.tenant_id, event_id=event.event_id).first()
        return "" if found is None else f"#{found.seq} {bytes(found.leaf_hash).hex()}"


@admin.register(apps.get_model("ledger", "VerifyPass"))
class VerifyPassAdmin(Reading):
    list_display = ("tenant", "finished_at", "took_ms", "entries", "finding_count")
    list_select_related = ("tenant",)
    fields = (*list_display, "findings", "clean_at", "clean_seq")
