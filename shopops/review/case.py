"""The proposal behind a handle, locked, still open, and still true."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from shopops.agents.facts import Pack
from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.proposals.read import pack_of
from shopops.review import settings
from shopops.review.claims import held_by_another
from shopops.review.config import ReviewConfig
from shopops.review.counted import BEHIND, counted
from shopops.review.freshness import refuse_if_stale
from shopops.review.handles import take_handle
from shopops.review.models import Decision, DecisionHandle, DecisionKind
from shopops.review.refusals import NotAssignee
from shopops.review.turn import Turn, refuse_unless, take_turn
from shopops.tenants.models import Membership


@dataclass(frozen=True, slots=True)
class Case:
    turn: Turn
    pack: Pack
    actions: list[Action]
    approvals: list[Decision]  # given before in this round, by others or by the same person
    void: list[Decision]  # and those that count no longer
    config: ReviewConfig
    claimed_by: str  # who else works on the order; empty: nobody

    @property
    def tenant_id(self) -> int:
        return self.turn.tenant_id

    @property
    def reviewer(self) -> Membership:
        return self.turn.reviewer

    @property
    def handle(self) -> DecisionHandle:
        return self.turn.handle

    @property
    def proposal(self) -> Proposal:
        return self.turn.proposal

    @property
    def now(self) -> datetime:
        return self.turn.now

    @property
    def track(self) -> str:
        return self.proposal.track


def open_case(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    now: datetime,
    statuses: Collection[ReviewStatus] = (ReviewStatus.PENDING,),
    revises: bool = False,
    whoever_has_it: bool = False,
) -> Case:
    """Everything that a decision needs, or the refusal. Inside the caller's scope.

    What it was decided on stays true until the scope ends: the shop's records and numbers are
    held, and the reviewer's role is read again under a lock. `whoever_has_it`: also while
    somebody else works on the order.
    """
    turn = take_turn(
        tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now, revises=revises
    )
    proposal = turn.proposal
    refuse_unless(turn, statuses)
    take_handle(turn.handle, now=now)
    holder = held_by_another(tenant_id, proposal.order_id, turn.reviewer, now)
    if holder and not whoever_has_it:
        raise NotAssignee(holder)
    refuse_if_stale(tenant_id=tenant_id, proposal=proposal, handle=turn.handle, now=now)
    given = Decision.objects.of(tenant_id).filter(
        proposal=proposal, round=proposal.round, kind=DecisionKind.APPROVE
    )
    approvals = list(given.select_related(*BEHIND))
    counting = counted(approvals)
    return Case(
        turn=turn,
        pack=pack_of(proposal),
        actions=list(proposal.actions.all()),
        approvals=counting,
        void=[one for one in approvals if one not in counting],
        config=settings.current(tenant_id),
        claimed_by=holder,
    )
