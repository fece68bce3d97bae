"""A person decides. Each command is one transaction: the decision and its ledger event, or neither.

What is decided is known from the handle alone. The proposal's row is locked first, so of two
people one decides and the other is told so (`refusals`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from shopops.agents.proposal import ActionKind, Track
from shopops.review.case import Case, open_case
from shopops.review.choices import check_choice
from shopops.review.handles import mint_handle
from shopops.review.judging import judge_approval
from shopops.review.models import DecisionKind, Outcome
from shopops.review.recording import Ruling, record
from shopops.review.refusals import (
    ChoiceDiffers,
    FourEyes,
    NotEscalated,
    OutcomeRequired,
    ReasonRequired,
    ReasonTooLong,
)
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

__all__ = ["Decided", "approve", "handle_outside", "mint_handle", "reject"]

LONGEST_REASON = 2000


@dataclass(frozen=True, slots=True)
class Decided:
    """`final` is False after the first of two approvals: the proposal still waits."""

    proposal_id: int
    order_number: str
    kind: DecisionKind
    final: bool


def approve(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    action_indexes: Iterable[int],
    reason: str = "",
    now: datetime | None = None,
) -> Decided:
    """Approve these actions of the proposal; of alternatives at most one kind.

    Policy judges again, now knowing the approver. Approved actions are held, not carried out.
    Above the second cap the first approval is recorded and the proposal waits for a second person.
    """
    now = now or timezone.now()
    chosen = sorted(set(action_indexes))
    with tenant_scope(tenant_id):
        case = open_case(tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now)
        check_choice(case, chosen)
        _second_of_two(case, chosen)
        judged = judge_approval(case, chosen)
        ruling = Ruling(
            DecisionKind.APPROVE,
            approved=chosen,
            judged=judged,
            final=judged.approvals_given >= judged.approvals_needed,
            reason=_short(reason),
        )
        record(case, ruling)
    return _decided(case, ruling)


def reject(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    reason: str,
    now: datetime | None = None,
) -> Decided:
    """Nothing of the proposal is to happen. The reason is required."""
    now = now or timezone.now()
    ruling = Ruling(DecisionKind.REJECT, reason=_required(reason))
    with tenant_scope(tenant_id):
        case = open_case(tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now)
        record(case, ruling)
    return _decided(case, ruling)


def handle_outside(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    outcome: str,
    reason: str,
    now: datetime | None = None,
) -> Decided:
    """A person has dealt with it elsewhere: what came of it, and why. Only what waits for one."""
    now = now or timezone.now()
    if outcome not in Outcome.values:
        raise OutcomeRequired
    ruling = Ruling(
        DecisionKind.HANDLED_OUTSIDE, outcome=Outcome(outcome), reason=_required(reason)
    )
    with tenant_scope(tenant_id):
        case = open_case(tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now)
        if not waits_for_person(case.track, [action.kind for action in case.actions]):
            raise NotEscalated
        record(case, ruling)
    return _decided(case, ruling)


def waits_for_person(track: str, kinds: Iterable[str]) -> bool:
    """Escalated, or one of its steps is a person's to take."""
    return track == Track.ESCALATE or ActionKind.AWAIT_HUMAN in kinds


def _second_of_two(case: Case, chosen: list[int]) -> None:
    """The second of two approvers is another person and approves what the first did."""
    for first in case.approvals:
        if first.membership_id == case.reviewer.pk:
            raise FourEyes
        if list(first.action_indexes) != chosen:
            raise ChoiceDiffers


def _required(reason: str) -> str:
    text = _short(reason)
    if not text:
        raise ReasonRequired
    return text


def _short(reason: str) -> str:
    """Without U+0000, which nobody can type and PostgreSQL cannot store."""
    text = reason.replace("\0", "").strip()
    if len(text) > LONGEST_REASON:
        raise ReasonTooLong
    return text


def _decided(case: Case, ruling: Ruling) -> Decided:
    return Decided(case.proposal.pk, case.proposal.order_number, ruling.kind, ruling.final)
