"""Proposals, their evidence and actions, and what was decided. Never shown: bodies, notes and
outlines, which may hold what people wrote, and handles."""

from django.contrib import admin

from shopops.administration.operators.base import in_hex
from shopops.administration.operators.shops import OfOneShop
from shopops.proposals.models import Action, Evidence, Pack, Proposal, Verdict
from shopops.review.models import Decision, Delegation, RefusedDecision


@admin.register(Pack)
class PackAdmin(OfOneShop):
    list_display = fields = ("id", "order_id", "digest_in_hex", "created_at")
    readonly_fields = ("digest_in_hex",)
    digest_in_hex = staticmethod(in_hex("digest"))


@admin.register(Evidence)
class EvidenceAdmin(OfOneShop):
    list_display = ("id", "pack_id", "short_id", "source_object", "occurred_at", "received_at")
    fields = (*list_display, "json_path", "payload", "value")
    readonly_fields = ("id", "pack_id", "payload", "value")
    payload = staticmethod(in_hex("payload_sha256"))
    value = staticmethod(in_hex("value_sha256"))


@admin.register(Proposal)
class ProposalAdmin(OfOneShop):
    list_display = ("id", "order_number", "revision", "track", "review_status", "created_at")
    fields = (*list_display, "order_id", "cause", "pack_id", "decided_by", "decided_at", "digests")
    readonly_fields = ("id", "pack_id", "digests")
    digests = staticmethod(in_hex("digest"))


@admin.register(Action)
class ActionAdmin(OfOneShop):
    list_display = ("id", "proposal_id", "index", "kind", "amount_minor", "currency", "approved")
    fields = (*list_display, "cause", "alternative", "requires_approval", "execution_status")
    readonly_fields = ("id", "proposal_id")


@admin.register(Verdict)
class VerdictAdmin(OfOneShop):
    list_display = ("id", "action_id", "outcome", "thresholds_version", "created_at")
    fields = (*list_display, "results")
    readonly_fields = ("id", "action_id")


@admin.register(Decision)
class DecisionAdmin(OfOneShop):
    list_display = ("id", "proposal_id", "membership", "kind", "final", "round", "decided_at")
    list_select_related = ("membership",)
    fields = (*list_display, "outcome", "bypassed", "together", "thresholds_version", "undo_until")
    readonly_fields = ("id", "proposal_id")


@admin.register(RefusedDecision)
class RefusedDecisionAdmin(OfOneShop):
    list_display = fields = ("id", "at", "code", "kind", "proposal_id", "membership", "token_id")
    list_select_related = ("membership",)
    readonly_fields = ("id", "proposal_id", "token_id")


@admin.register(Delegation)
class DelegationAdmin(OfOneShop):
    list_display = ("id", "giver", "receiver", "currency", "most_minor", "starts_at", "ends_at")
    list_select_related = ("giver", "receiver")
    fields = (*list_display, "created_by", "revoked_at", "revoked_by")
