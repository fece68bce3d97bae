"""Decide as one of the demo's people, with a decision handle as their page would mint it."""

from datetime import datetime
from typing import Any

from shopops.agents.proposal import ActionKind
from shopops.demo.script import Ruling
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.decisions import approve, handle_outside, mint_handle, reject
from shopops.review.editing.apply import Edits
from shopops.review.models import Decision, DecisionKind
from shopops.review.revising import edit
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope


def rule(tenant: Tenant, ruling: Ruling, *, reviewer: Membership, now: datetime) -> None:
    """Nothing when it was decided before, by this person or for good."""
    with tenant_scope(tenant.pk):
        proposal = Proposal.objects.of(tenant.pk).get(
            order_id=ruling.order_id, revision=ruling.revision
        )
        spoken = Decision.objects.of(tenant.pk).filter(proposal=proposal, membership=reviewer)
        if proposal.review_status != ReviewStatus.PENDING or spoken.exists():
            return
        handle = mint_handle(proposal=proposal, reviewer=reviewer, now=now)
        indexes = _indexes(proposal, ruling)
    _decide(tenant.pk, ruling, handle=handle, reviewer=reviewer, indexes=indexes, now=now)


def _indexes(proposal: Proposal, ruling: Ruling) -> list[int]:
    """Of what is approved; of an edit, of what gets another amount."""
    kinds = {ActionKind.PROPOSE_REFUND} if ruling.amount else ruling.approved
    return [action.index for action in proposal.actions.all() if action.kind in kinds]


def _decide(
    tenant_id: int,
    ruling: Ruling,
    *,
    handle: str,
    reviewer: Membership,
    indexes: list[int],
    now: datetime,
) -> None:
    whoever: dict[str, Any] = {
        "tenant_id": tenant_id,
        "handle": handle,
        "reviewer": reviewer,
        "reason": ruling.reason,
        "now": now,
    }
    if ruling.kind is DecisionKind.APPROVE:
        approve(action_indexes=indexes, **whoever)
    elif ruling.kind is DecisionKind.EDIT:
        edit(edits=Edits(amounts=dict.fromkeys(indexes, ruling.amount)), **whoever)
    elif ruling.kind is DecisionKind.REJECT:
        reject(**whoever)
    else:
        handle_outside(outcome=str(ruling.outcome), **whoever)
