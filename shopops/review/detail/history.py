"""Earlier and later revisions of an order's proposal, and what was decided on them."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from shopops.agents.proposal import ActionKind
from shopops.proposals.models import Action, ExecutionStatus, Proposal
from shopops.proposals.read import pack_of
from shopops.review.changes import Change, pack_changes
from shopops.review.counted import BEHIND
from shopops.review.editing.changes import changes_of_edit
from shopops.review.models import Decision

SHOWN = 6  # of an order with many revisions the newest
# Approved, and as far as we know the money has not moved yet.
NOT_MOVED = (ExecutionStatus.HELD, ExecutionStatus.RUNNING, ExecutionStatus.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Revision:
    id: int
    number: int
    status_label: str
    created_at: datetime
    by: str
    changes: list[Change]  # what is different from the revision before it
    current: bool


def revisions(proposal: Proposal) -> list[Revision]:
    """Newest first; nothing when there is only one."""
    newest = list(_of_order(proposal).order_by("-revision")[: SHOWN + 1])
    if len(newest) < 2:
        return []
    return [
        _revision(one, older, current=one.pk == proposal.pk)
        for one, older in zip(newest, [*newest[1:], None], strict=True)
    ][:SHOWN]


def decisions(proposal: Proposal) -> list[Decision]:
    found = Decision.objects.of(proposal.tenant_id).filter(proposal=proposal)
    return list(found.select_related("note", *BEHIND))


def held_refunds(proposal: Proposal) -> dict[str, int]:
    """Minor units by transaction id: refunds of the order, of any revision, that are approved and
    that its source does not know of yet. Policy counts them the same way (MON-2)."""
    held: dict[str, int] = defaultdict(int)
    refunds = Action.objects.of(proposal.tenant_id).filter(
        proposal__tenant=proposal.tenant_id,
        proposal__order_id=proposal.order_id,
        kind=ActionKind.PROPOSE_REFUND,
        approved=True,
        execution_status__in=NOT_MOVED,
    )
    for body, minor in refunds.values_list("body", "amount_minor"):
        held[body.get("transaction_id") or ""] += minor or 0
    return dict(held)


def _of_order(proposal: Proposal) -> QuerySet[Proposal]:
    return (
        Proposal.objects.of(proposal.tenant_id)
        .filter(order_id=proposal.order_id)
        .select_related("pack", "decided_by")
    )


def _revision(one: Proposal, older: Proposal | None, *, current: bool) -> Revision:
    return Revision(
        id=one.pk,
        number=one.revision,
        status_label=one.get_review_status_display(),
        created_at=one.created_at,
        by=one.decided_by.display_name if one.decided_by else "",
        changes=_since(older, one),
        current=current,
    )


def _since(older: Proposal | None, newer: Proposal) -> list[Change]:
    if older is None:
        return []
    if newer.edit_of_id == older.pk:
        return changes_of_edit(older, newer, newer.actions.all())
    return pack_changes(pack_of(older), pack_of(newer))
