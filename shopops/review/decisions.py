"""A person decides. Each command is one transaction: the decision and its ledger event, or neither.

What is decided is known from the handle alone. The proposal's row is locked first, so of two
people one decides and the other is told so (`refusals`).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypedDict

from django.utils import timezone

from shopops.agents.proposal import ActionKind, Track
from shopops.review.authority import refuse_one_authority
from shopops.review.bypass import Bypass, bypass_of
from shopops.review.case import Case, open_case
from shopops.review.choices import check_choice
from shopops.review.expiry import deciding_scope
from shopops.review.handles import mint_handle
from shopops.review.judging import Judged, judge_approval
from shopops.review.limits import within_limit
from shopops.review.models import DecisionKind, Delegation, Outcome
from shopops.review.proof import AtPage, refuse_unproven
from shopops.review.reasons import required, short
from shopops.review.recording import Ruling, Together, record
from shopops.review.refusals import (
    ChoiceDiffers,
    FourEyes,
    NotEscalated,
    OutcomeRequired,
    UnknownReason,
)
from shopops.review.statuses import UNSETTLED
from shopops.tenants.models import Membership

__all__ = ["Decided", "Deciding", "approve", "handle_outside", "mint_handle", "reject"]


class Deciding(TypedDict):
    """What every command is given: who decides, and on what."""

    tenant_id: int
    handle: str
    reviewer: Membership


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
    bypass: Collection[str] = (),
    page: AtPage | None = None,
    together: Together | None = None,
    now: datetime | None = None,
) -> Decided:
    """Approve these actions of the proposal; of alternatives at most one kind.

    Policy judges again, now knowing the approver. Approved actions are held, not carried out.
    Above the second cap the first approval is recorded and the proposal waits for a second person.
    `bypass`: the codes of refusals that an admin sets aside, with a reason (`bypass.BYPASSABLE`).
    `page`: it is decided on a page, by whoever sits there (`proof`).
    """
    now = now or timezone.now()
    with deciding_scope(tenant_id, now):
        case, ruling = weigh_approval(
            tenant_id=tenant_id,
            handle=handle,
            reviewer=reviewer,
            action_indexes=action_indexes,
            reason=reason,
            bypass=bypass,
            page=page,
            now=now,
        )
        ruling = replace(ruling, together=together)
        record(case, ruling)
    return _decided(case, ruling)


def weigh_approval(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    action_indexes: Iterable[int],
    reason: str = "",
    bypass: Collection[str] = (),
    page: AtPage | None = None,
    now: datetime,
) -> tuple[Case, Ruling]:
    """What `approve` would write, or its refusal. Inside the caller's scope; it uses the handle."""
    chosen = sorted(set(action_indexes))
    aside = bypass_of(bypass, reason)
    case = open_case(
        tenant_id=tenant_id,
        handle=handle,
        reviewer=reviewer,
        now=now,
        whoever_has_it=aside.of_claims,
    )
    aside.open(case)
    check_choice(case, chosen)
    _second_of_two(case, chosen)
    judged = judge_approval(case, chosen)
    delegation = within_limit(case, chosen, judged, aside)
    refuse_one_authority(case, judged, delegation)
    refuse_unproven(case, chosen, judged, page)
    return case, _approval(case, chosen, judged, delegation, aside, short(reason))


def reject(
    *,
    tenant_id: int,
    handle: str,
    reviewer: Membership,
    reason: str = "",
    preset: str = "",
    together: Together | None = None,
    now: datetime | None = None,
) -> Decided:
    """Nothing of the proposal is to happen. One of the shop's reasons, or one in own words."""
    now = now or timezone.now()
    text = short(reason) if preset else required(reason)
    with deciding_scope(tenant_id, now):
        case = open_case(
            tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now, statuses=UNSETTLED
        )
        if preset and preset not in case.config.reject_reasons:
            raise UnknownReason
        ruling = Ruling(
            DecisionKind.REJECT,
            reason=text,
            preset=preset,
            undo_until=undo_until(case),
            together=together,
        )
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
    text = required(reason)
    with deciding_scope(tenant_id, now):
        case = open_case(
            tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now, statuses=UNSETTLED
        )
        if not waits_for_person(case.track, [action.kind for action in case.actions]):
            raise NotEscalated
        ruling = Ruling(
            DecisionKind.HANDLED_OUTSIDE,
            outcome=Outcome(outcome),
            reason=text,
            undo_until=undo_until(case),
        )
        record(case, ruling)
    return _decided(case, ruling)


def waits_for_person(track: str, kinds: Iterable[str]) -> bool:
    """Escalated, or one of its steps is a person's to take."""
    return track == Track.ESCALATE or ActionKind.AWAIT_HUMAN in kinds


def undo_until(case: Case) -> datetime | None:
    """None: the shop gives no time to take a decision back."""
    minutes = case.config.undo_minutes
    return case.now + timedelta(minutes=minutes) if minutes else None


def _approval(
    case: Case,
    chosen: list[int],
    judged: Judged,
    delegation: Delegation | None,
    aside: Bypass,
    reason: str,
) -> Ruling:
    """The second person is the last rule that can be set aside, so what was is known here."""
    final = judged.approvals_given >= judged.approvals_needed or aside.use(FourEyes)
    aside.close()
    return Ruling(
        DecisionKind.APPROVE,
        approved=chosen,
        judged=judged,
        final=final,
        reason=reason,
        undo_until=undo_until(case) if final else None,
        bypassed=aside.used,
        delegation=delegation,
    )


def _second_of_two(case: Case, chosen: list[int]) -> None:
    """The second of two approvers is another person and approves what the first did. Nobody
    approves twice in a round, even where the first time counts no longer."""
    for first in (*case.approvals, *case.void):
        if first.membership_id == case.reviewer.pk:
            raise FourEyes
    if any(list(first.action_indexes) != chosen for first in case.approvals):
        raise ChoiceDiffers


def _decided(case: Case, ruling: Ruling) -> Decided:
    return Decided(case.proposal.pk, case.proposal.order_number, ruling.kind, ruling.final)
