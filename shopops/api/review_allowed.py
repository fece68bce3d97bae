"""What the person of a token may do to an item now, and what keeps them from deciding it."""

from collections.abc import Iterator
from dataclasses import dataclass

from shopops.agents.proposal import Track
from shopops.policy.rules import RuleId
from shopops.proposals.models import ReviewStatus
from shopops.review.detail.page import Detail
from shopops.review.detail.standing import Standing
from shopops.review.models import DecisionKind
from shopops.review.refusals import (
    AlreadyDecided,
    DecisionRefused,
    EvidenceMissing,
    Lapsed,
    NotAssignee,
    Stale,
)
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

READS_ONLY = "token_not_bound"
DECISIVE = {DecisionKind.APPROVE, DecisionKind.HANDLED_OUTSIDE}


@dataclass(frozen=True, slots=True)
class Reason:
    code: str
    detail: str


def allowed(detail: Detail, here: Standing, member: Membership | None) -> list[DecisionKind]:
    """In the order of the page. A claim of somebody else leaves an admin's bypass alone."""
    if member is None or not allows(member, Role.REVIEWER):
        return []
    if detail.waits and _held_by_another(here, member):
        bypass = NotAssignee.code in here.bypass and detail.approvable
        return [DecisionKind.APPROVE] if bypass else []
    return list(_open_to(detail, here))


def why_not(
    detail: Detail, here: Standing, member: Membership | None, may: list[DecisionKind]
) -> Reason | None:
    """None: they may approve it, or record it as handled."""
    if member is None:
        return Reason(READS_ONLY, "This token acts for nobody, so it only reads.")
    blocking = next((one for one in here.hindrances if one.blocks), None)
    if blocking is not None:
        return Reason(blocking.code, blocking.sentence)
    if detail.pending and not DECISIVE & set(may):
        return _reason(EvidenceMissing())
    return None if detail.pending else _settled(detail)


def approvals_needed(detail: Detail) -> int:
    """0: there is nothing to approve."""
    if detail.approvals is not None:
        return detail.approvals.needed
    if not detail.approvable:
        return 0
    return 2 if RuleId.APR_3 in detail.proposal.rule_ids else 1


def _open_to(detail: Detail, here: Standing) -> Iterator[DecisionKind]:
    if detail.pending and detail.approvable and (not here.blocked or here.bypass):
        yield DecisionKind.APPROVE
    if detail.waits and detail.for_person:
        yield DecisionKind.HANDLED_OUTSIDE
    if detail.pending and here.form is not None and detail.proposal.track != Track.ESCALATE:
        yield DecisionKind.EDIT
    if detail.waits:
        yield DecisionKind.REJECT
    if detail.pending:
        yield DecisionKind.RESPOND
    elif detail.waits:
        yield DecisionKind.TAKE_BACK
    if here.missing:
        yield DecisionKind.SUPPLY_FACT
    if here.undo is not None:
        yield DecisionKind.UNDO
    if here.can_renew:
        yield DecisionKind.PROPOSE_AGAIN


def _held_by_another(here: Standing, member: Membership) -> bool:
    return here.claim is not None and here.claim.holder_id != member.pk


def _settled(detail: Detail) -> Reason:
    row = detail.proposal
    status = ReviewStatus(row.review_status)
    if detail.expired:
        return _reason(Lapsed())
    if status is ReviewStatus.STALE:
        return _reason(Stale([], order_id=row.order_id))
    by = row.decided_by.display_name if row.decided_by else None
    return _reason(AlreadyDecided(status.label, by, row.decided_at))


def _reason(refusal: DecisionRefused) -> Reason:
    return Reason(refusal.code, str(refusal))
