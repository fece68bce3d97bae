"""Propose anew for an order: because what stood turned out stale, or because it expired."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from shopops import ledger
from shopops.agents.intake import pack_digest
from shopops.agents.ports import UnknownOrder
from shopops.agents.resolution import ResolutionAgent
from shopops.alarms.settle import reopen_order
from shopops.orchestrator.judge import judge_proposals
from shopops.orchestrator.resolve import resolve_orders
from shopops.proposals import events
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.proposals.same_pack import revise
from shopops.proposals.store import save_proposals
from shopops.review import settings
from shopops.review.expiry import is_over, mark_expired
from shopops.review.freshness import fresh_pack
from shopops.review.handles import take_handle
from shopops.review.models import DecisionKind
from shopops.review.recording import Ruling, asker_of, write_down
from shopops.review.refusals import NotExpired, Stale
from shopops.review.turn import Turn, take_turn
from shopops.tenants import thresholds
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


@dataclass(frozen=True, slots=True)
class Renewed:
    proposal_id: int
    order_number: str


def propose_again(*, tenant_id: int, order_id: str, now: datetime) -> int | None:
    """The order's newest proposal, made and judged now if need be; None when it can't be made."""
    try:
        for _ in resolve_orders(tenant_id=tenant_id, order_ids=[order_id], now=now):
            pass
    except UnknownOrder:
        return None
    with tenant_scope(tenant_id):
        newest = Proposal.objects.of(tenant_id).filter(order_id=order_id, superseded_by=None)
        return newest.values_list("pk", flat=True).first()


def renew(
    *, tenant_id: int, handle: str, reviewer: Membership, now: datetime | None = None
) -> Renewed:
    """The next revision of what expired, on the evidence of now. Two commits, as in the pipeline.

    Raises `NotExpired`, and `Stale` with the revision that somebody else had made.
    """
    now = now or timezone.now()
    with tenant_scope(tenant_id):
        turn = take_turn(
            tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now, revises=True
        )
        proposal = turn.proposal
        if proposal.superseded_by_id is not None:
            raise Stale([], order_id=proposal.order_id, replaced_by=proposal.superseded_by_id)
        _refuse_unless_expired(proposal, now)
        take_handle(turn.handle, now=now)
        newer = _next_revision(turn)
        write_down(turn, Ruling(DecisionKind.PROPOSE_AGAIN, final=False))
    judge_proposals(tenant_id=tenant_id, proposal_ids=[newer], now=now)
    return Renewed(newer, proposal.order_number)


def _refuse_unless_expired(proposal: Proposal, now: datetime) -> None:
    """What is over and not marked yet is marked on the way."""
    hours = settings.current(proposal.tenant_id).expire_hours
    if is_over(proposal, hours, now):
        mark_expired([proposal], hours=hours, now=now)
    elif proposal.review_status != ReviewStatus.EXPIRED:
        raise NotExpired


def _next_revision(turn: Turn) -> int:
    """Changed evidence goes the pipeline's way; else it is the same pack once more."""
    numbers = thresholds.current(turn.tenant_id)
    slug = turn.reviewer.tenant.slug
    pack = fresh_pack(turn.tenant_id, turn.proposal.order_id, slug, numbers, turn.now)
    proposed = ResolutionAgent(numbers).propose(pack)
    if pack_digest(pack) != bytes(turn.proposal.pack.digest):
        [saved] = save_proposals(turn.tenant_id, [(pack, proposed)], turn.now)
        return saved.proposal_id
    made = revise(older=turn.proposal, pack=pack, proposed=proposed, editor=None, now=turn.now)
    ledger.append(turn.tenant_id, events.of_draft(made.draft, turn.now))
    _ring_again(turn)
    return made.proposal_id


def _ring_again(turn: Turn) -> None:
    """What somebody had resolved while it stood expired is open again, on the same evidence."""
    reopen_order(
        tenant_id=turn.tenant_id,
        order_id=turn.proposal.order_id,
        asker=asker_of(turn),
        evidence=bytes(turn.proposal.pack.digest),
        by=bytes(turn.handle.handle_sha256),
        why="asked_again",
    )
