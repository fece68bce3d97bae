"""Whoever acts on a proposal takes a turn first: the locks, in one order, and what they protect."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.utils.translation import gettext as _

from shopops.connectors import store as records
from shopops.proposals.lock import lock_pipeline
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.proposals.read import pack_of
from shopops.review import settings
from shopops.review.changes import Change, pack_changes
from shopops.review.editing.changes import changes_of_edit
from shopops.review.expiry import is_over
from shopops.review.handles import find_handle
from shopops.review.models import DecisionHandle
from shopops.review.refusals import (
    AlreadyDecided,
    Lapsed,
    NoQuestion,
    NotReviewer,
    Stale,
    WaitsForAnswer,
)
from shopops.tenants import thresholds
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('shopops.decisions', %s))"


@dataclass(frozen=True, slots=True)
class Turn:
    """`reviewer` as the roster has this person now; `proposal` is locked."""

    tenant_id: int
    reviewer: Membership
    handle: DecisionHandle
    proposal: Proposal
    now: datetime


def take_turn(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    now: datetime,
    hold: bool = True,
    revises: bool = False,
) -> Turn:
    """Inside the caller's scope, until it ends: decisions of one shop follow each other.

    `hold`: the shop's records, numbers and review settings stay as they are. `revises`: no
    pipeline makes a revision meanwhile, because the caller makes one.
    """
    if reviewer.tenant_id != tenant_id or not allows(reviewer, Role.REVIEWER):
        raise NotReviewer
    held = find_handle(tenant_id=tenant_id, handle=handle, reviewer=reviewer)
    one_decision_at_a_time(tenant_id)
    if revises:
        lock_pipeline(tenant_id)
    if hold:
        records.hold(tenant_id)
        thresholds.hold(tenant_id)
        settings.hold(tenant_id)
    reviewer = _still_reviewer(tenant_id, reviewer)
    proposal = _locked(tenant_id, held)
    return Turn(tenant_id, reviewer, held, proposal, now)


def refuse_unless(turn: Turn, statuses: Collection[ReviewStatus]) -> None:
    """Unless the proposal stands in one of these, in the round that the form was made in, and its
    time is not over."""
    proposal = turn.proposal
    status = ReviewStatus(proposal.review_status)
    if is_over(proposal, settings.current(turn.tenant_id).expire_hours, turn.now):
        raise Lapsed(proposal.pk)
    if status not in statuses:
        raise _refusal(proposal, status, statuses)
    if turn.handle.round != proposal.round:
        since = Change(
            _("The decision"), _("open when you looked"), _("taken, and taken back since")
        )
        raise Stale([since], order_id=proposal.order_id, replaced_by=proposal.pk)


def _refusal(
    proposal: Proposal, status: ReviewStatus, statuses: Collection[ReviewStatus]
) -> Exception:
    if status is ReviewStatus.STALE:
        return _superseded(proposal)
    if status is ReviewStatus.EXPIRED:
        return Lapsed()
    if status is ReviewStatus.CHANGES_REQUESTED:
        return WaitsForAnswer()
    if status is ReviewStatus.PENDING and ReviewStatus.CHANGES_REQUESTED in statuses:
        return NoQuestion()
    by = proposal.decided_by
    return AlreadyDecided(status.label, by.display_name if by else None, proposal.decided_at)


def _superseded(proposal: Proposal) -> Stale:
    newer = proposal.superseded_by
    if newer is None:
        return Stale([], order_id=proposal.order_id)
    changed = (
        changes_of_edit(proposal, newer, newer.actions.all())
        if newer.edit_of_id == proposal.pk
        else pack_changes(pack_of(proposal), pack_of(newer))
    )
    return Stale(changed, order_id=proposal.order_id, replaced_by=newer.pk)


def _still_reviewer(tenant_id: int, reviewer: Membership) -> Membership:
    """Who asked may have been read before a wait."""
    found = (
        Membership.objects.select_for_update(no_key=True)
        .filter(tenant_id=tenant_id, pk=reviewer.pk)
        .first()
    )
    if found is None or not allows(found, Role.REVIEWER):
        raise NotReviewer
    return found


def one_decision_at_a_time(tenant_id: int) -> None:
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
