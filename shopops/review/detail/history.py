"""Earlier and later revisions of an order's proposal, and what was decided on them."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from shopops.agents.facts import Pack
from shopops.agents.intake.evidence import id_part
from shopops.agents.proposal import ActionKind
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.proposals.models import Action, ExecutionStatus, Proposal
from shopops.proposals.read import pack_of
from shopops.review.changes import Change, pack_changes
from shopops.review.counted import BEHIND
from shopops.review.detail.money_box import REFUND
from shopops.review.editing.changes import changes_of_edit
from shopops.review.models import Decision

SHOWN = 6  # of an order with many revisions the newest
# Approved, and as far as we know the money has not moved yet.
NOT_MOVED = (ExecutionStatus.HELD, ExecutionStatus.RUNNING, ExecutionStatus.UNKNOWN)


@dataclass(frozen=True, slots=True)
class FromHere:
    """Refunds that were approved here, minor units by transaction id. `held`: the source does not
    know of them yet. `done`: they went, after the pack was made."""

    held: dict[str, int]
    done: dict[str, int]


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


def refunds_from_here(proposal: Proposal, pack: Pack) -> FromHere:
    """Of the order, of any revision. Policy counts what is held the same way (MON-2)."""
    carried = Effect.objects.filter(action=OuterRef("pk"), tenant=proposal.tenant_id)
    carried = carried.filter(state=State.SUCCEEDED)
    refunds = (
        Action.objects.of(proposal.tenant_id)
        .filter(proposal__tenant=proposal.tenant_id, proposal__order_id=proposal.order_id)
        .filter(kind=ActionKind.PROPOSE_REFUND, approved=True)
        .filter(execution_status__in=(*NOT_MOVED, ExecutionStatus.SUCCEEDED))
        .annotate(remote_id=Subquery(carried.values("remote_id")[:1]))
        .annotate(ended_at=Subquery(carried.values("ended_at")[:1]))
    )
    held: dict[str, int] = defaultdict(int)
    done: dict[str, int] = defaultdict(int)
    for refund in refunds:
        payment = refund.body.get("transaction_id") or ""
        if refund.execution_status in NOT_MOVED:
            held[payment] += refund.amount_minor or 0
        elif not _pack_has(pack, proposal, refund.remote_id, refund.ended_at):
            done[payment] += refund.amount_minor or 0
    return FromHere(held=dict(held), done=dict(done))


def _pack_has(
    pack: Pack, proposal: Proposal, remote_id: str | None, ended_at: datetime | None
) -> bool:
    """Whether its amount is in the pack's own numbers: what went after the pack was made is not."""
    named = bool(remote_id) and f"{REFUND}{id_part(remote_id or '')}" in pack.evidence
    return named or (ended_at is not None and ended_at <= proposal.created_at)


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
