"""The proposal behind a handle, locked, still open, and still true."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from shopops.agents.facts import Pack
from shopops.connectors import store as records
from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.proposals.read import pack_of
from shopops.review.changes import pack_changes
from shopops.review.freshness import refuse_if_stale
from shopops.review.handles import find_handle, take_handle
from shopops.review.models import Decision, DecisionHandle, DecisionKind
from shopops.review.refusals import AlreadyDecided, NotReviewer, Stale
from shopops.tenants import thresholds
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('shopops.decisions', %s))"


@dataclass(frozen=True, slots=True)
class Case:
    tenant_id: int
    reviewer: Membership
    handle: DecisionHandle
    proposal: Proposal
    pack: Pack
    actions: list[Action]
    approvals: list[Decision]  # given before, by others or by the same person
    now: datetime

    @property
    def track(self) -> str:
        return self.proposal.track


def open_case(*, tenant_id: int, handle: str, reviewer: Membership, now: datetime) -> Case:
    """Everything that a decision needs, or the refusal. Inside the caller's scope.

    What it was decided on stays true until the scope ends: the shop's records and numbers are
    held, and the reviewer's role is read again under a lock.
    """
    if reviewer.tenant_id != tenant_id or not allows(reviewer, Role.REVIEWER):
        raise NotReviewer
    held = find_handle(tenant_id=tenant_id, handle=handle, reviewer=reviewer)
    _one_decision_at_a_time(tenant_id)
    records.hold(tenant_id)
    thresholds.hold(tenant_id)
    reviewer = _still_reviewer(tenant_id, reviewer)
    proposal = _locked(tenant_id, held)
    _refuse_unless_pending(proposal)
    take_handle(held, now=now)
    refuse_if_stale(tenant_id=tenant_id, proposal=proposal, handle=held, now=now)
    decisions = Decision.objects.of(tenant_id).filter(proposal=proposal)
    return Case(
        tenant_id=tenant_id,
        reviewer=reviewer,
        handle=held,
        proposal=proposal,
        pack=pack_of(proposal),
        actions=list(proposal.actions.all()),
        approvals=list(decisions.filter(kind=DecisionKind.APPROVE).select_related("membership")),
        now=now,
    )


def _still_reviewer(tenant_id: int, reviewer: Membership) -> Membership:
    """As the roster has this person now; who asked may have been read before a wait."""
    found = (
        Membership.objects.select_for_update(no_key=True)
        .filter(tenant_id=tenant_id, pk=reviewer.pk)
        .first()
    )
    if found is None or not allows(found, Role.REVIEWER):
        raise NotReviewer
    return found


def _one_decision_at_a_time(tenant_id: int) -> None:
    """Some rules look at what was approved for the customer's other orders, so decisions of one
    shop follow each other. Taken before any row is locked; held until the scope ends."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [tenant_id])


def _locked(tenant_id: int, held: DecisionHandle) -> Proposal:
    return (
        Proposal.objects.of(tenant_id)
        .select_for_update(of=("self",))
        .select_related("pack", "decided_by", "superseded_by__pack")
        .get(pk=held.proposal_id)
    )


def _refuse_unless_pending(proposal: Proposal) -> None:
    status = proposal.review_status
    if status == ReviewStatus.PENDING:
        return
    if status == ReviewStatus.STALE:
        raise _superseded(proposal)
    by = proposal.decided_by
    label = ReviewStatus(status).label
    raise AlreadyDecided(label, by.display_name if by else None, proposal.decided_at)


def _superseded(proposal: Proposal) -> Stale:
    newer = proposal.superseded_by
    changed = pack_changes(pack_of(proposal), pack_of(newer)) if newer else []
    return Stale(changed, order_id=proposal.order_id, replaced_by=newer.pk if newer else None)
