"""Taking a decision back: one click, while its time runs and nothing of it has begun.

The same revision then waits again, in its next round: what was approved in the one before counts
for nothing. One whose evidence changed meanwhile has a successor, and only its steps are let go.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from shopops.alarms.settle import reopen_order
from shopops.outbox import enqueue as outbox
from shopops.proposals.models import Action, ExecutionStatus, Proposal, ReviewStatus
from shopops.review.handles import take_handle
from shopops.review.models import Decision, DecisionKind
from shopops.review.reasons import short
from shopops.review.recording import Ruling, asker_of, write_down
from shopops.review.refusals import ExecutionBegan, NotDecided, NotDecider, UndoOver
from shopops.review.statuses import DECIDED
from shopops.review.turn import Turn, refuse_unless, take_turn
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role
from shopops.tenants.refusals import DatabaseRefusal
from shopops.tenants.scope import tenant_scope


class UndoUnrecorded(DatabaseRefusal):
    """What was decided waits again only by an undo that stands on record."""

    sqlstate = "SO301"


@dataclass(frozen=True, slots=True)
class Undone:
    """`waits`: somebody may decide it anew; False when a newer revision has taken its place."""

    proposal_id: int
    order_number: str
    kind: DecisionKind  # of the decision that was taken back
    waits: bool


def undo(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    reason: str = "",
    now: datetime | None = None,
) -> Undone:
    """By who decided last, or by an admin. Held steps are held no more, and the alarm is back."""
    now = now or timezone.now()
    note = short(reason)
    with tenant_scope(tenant_id):
        turn = take_turn(tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now, hold=False)
        if turn.proposal.review_status == ReviewStatus.PENDING:
            raise NotDecided
        refuse_unless(turn, DECIDED)
        last = _last(turn)
        take_handle(turn.handle, now=now)
        _refuse(turn, last)
        waits = turn.proposal.superseded_by_id is None
        _reopen(turn, ReviewStatus.PENDING if waits else ReviewStatus.STALE)
        write_down(turn, Ruling(DecisionKind.UNDO, final=False, reason=note, undoes=last))
        if waits:
            _ring_again(turn, last)
    return Undone(turn.proposal.pk, turn.proposal.order_number, DecisionKind(last.kind), waits)


def may_undo(decision: Decision, member: Membership, now: datetime) -> bool:
    """Whether this person could take this final decision back at this moment."""
    theirs = decision.membership_id == member.pk or allows(member, Role.ADMIN)
    return theirs and decision.undo_until is not None and now < decision.undo_until


def _last(turn: Turn) -> Decision:
    return (
        Decision.objects.of(turn.tenant_id)
        .select_related("handle")
        .get(proposal=turn.proposal, round=turn.proposal.round, final=True)
    )


def _refuse(turn: Turn, last: Decision) -> None:
    if last.membership_id != turn.reviewer.pk and not allows(turn.reviewer, Role.ADMIN):
        raise NotDecider
    if not may_undo(last, turn.reviewer, turn.now):
        raise UndoOver


def _reopen(turn: Turn, status: ReviewStatus) -> None:
    """The proposal first, then its actions: all that were approved, or none."""
    proposal = turn.proposal
    Proposal.objects.of(turn.tenant_id).filter(pk=proposal.pk).update(
        review_status=status, round=proposal.round + 1, decided_by=None, decided_at=None
    )
    actions = Action.objects.of(turn.tenant_id).filter(proposal=proposal)
    approved = actions.filter(approved=True)
    expected = approved.count()
    let_go = approved.filter(execution_status=ExecutionStatus.HELD).update(
        approved=False, execution_status=ExecutionStatus.NONE
    )
    if let_go != expected:
        raise ExecutionBegan
    outbox.let_go(tenant_id=turn.tenant_id, proposal=proposal, round_=proposal.round, now=turn.now)


def _ring_again(turn: Turn, last: Decision) -> None:
    reopen_order(
        tenant_id=turn.tenant_id,
        order_id=turn.proposal.order_id,
        asker=asker_of(turn),
        evidence=bytes(turn.proposal.pack.digest),
        by=bytes(last.handle.handle_sha256),
        why="undone",
    )
