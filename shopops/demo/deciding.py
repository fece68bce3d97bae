"""Decide as one of the demo's people, with a decision handle as their page would mint it."""

from datetime import datetime
from typing import Any

from shopops.agents.proposal import ActionKind
from shopops.demo.script import Ruling
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.decisions import approve, handle_outside, mint_handle, reject
from shopops.review.editing.apply import Edits
from shopops.review.models import Decision, DecisionKind
from shopops.review.questions import respond
from shopops.review.revising import edit
from shopops.review.supplying import supply_fact
from shopops.review.undo import undo
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope


def rule(tenant: Tenant, ruling: Ruling, *, reviewer: Membership, now: datetime) -> None:
    """Nothing when it was decided before, by this person or for good; what is undone is what this
    person decided, once."""
    with tenant_scope(tenant.pk):
        proposal = Proposal.objects.of(tenant.pk).get(
            order_id=ruling.order_id, revision=ruling.revision
        )
        spoken = Decision.objects.of(tenant.pk).filter(proposal=proposal, membership=reviewer)
        undoes = ruling.kind is DecisionKind.UNDO
        if proposal.review_status != (ReviewStatus.APPROVED if undoes else ReviewStatus.PENDING):
            return
        if spoken.filter(kind=DecisionKind.UNDO).exists() if undoes else spoken.exists():
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
    by: dict[str, Any] = {
        "tenant_id": tenant_id,
        "handle": handle,
        "reviewer": reviewer,
        "now": now,
    }
    match ruling.kind:
        case DecisionKind.APPROVE:
            approve(action_indexes=indexes, bypass=ruling.bypass, reason=ruling.reason, **by)
        case DecisionKind.EDIT:
            amounts = dict.fromkeys(indexes, ruling.amount)
            edit(edits=Edits(amounts=amounts), reason=ruling.reason, **by)
        case DecisionKind.REJECT:
            reject(reason=ruling.reason, **by)
        case DecisionKind.RESPOND:
            respond(question=ruling.reason, **by)
        case DecisionKind.SUPPLY_FACT:
            name, value = ruling.fact
            supply_fact(name=name, value=value, known_from=ruling.reason, **by)
        case DecisionKind.UNDO:
            undo(reason=ruling.reason, **by)
        case _:
            handle_outside(outcome=str(ruling.outcome), reason=ruling.reason, **by)
