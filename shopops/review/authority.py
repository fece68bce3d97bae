"""Whose word an approval is: its person's, and theirs who lent the limit that it takes or granted
the token that it came by.

Above the second cap two people approve what neither of them edited. One person who stands behind
two of these would be all of them: an admin who holds two colleagues' tokens would approve alone.
"""

from collections.abc import Iterable

from shopops.policy.approvals import EYES
from shopops.proposals.models import Proposal
from shopops.review.case import Case
from shopops.review.editors import edits_of
from shopops.review.judging import Judged
from shopops.review.models import Decision, DecisionKind, Delegation
from shopops.review.refusals import FourEyes
from shopops.tenants.models import ApiToken


def refuse_one_authority(case: Case, judged: Judged, lent: Delegation | None) -> None:
    """Raises `FourEyes` where two people are needed and somebody stands behind both, or behind an
    approval and an edit."""
    if judged.approvals_needed < EYES:
        return
    mine = behind(case.reviewer.pk, case.handle.token, lent)
    if mine & behind_already(case.proposal, case.approvals):
        raise FourEyes


def behind_already(proposal: Proposal, approvals: Iterable[Decision]) -> set[int]:
    """Of whoever edited it or approved it first."""
    approved = (behind_decision(first) for first in approvals)
    return behind_edits(proposal).union(*approved)


def behind(person: int, token: ApiToken | None, lent: Delegation | None = None) -> set[int]:
    """Ids of memberships."""
    granter = token.created_by_id if token else None
    lender = lent.giver_id if lent else None
    return {one for one in (person, granter, lender) if one is not None}


def behind_decision(made: Decision) -> set[int]:
    return behind(made.membership_id, made.handle.token, made.delegation)


def behind_edits(proposal: Proposal) -> set[int]:
    """Of everybody who made it what it is, besides the agent."""
    originals = [one.edit_of_id for one in edits_of(proposal)]
    if not originals:
        return set()
    made = Decision.objects.of(proposal.tenant_id).filter(
        proposal__in=originals, kind=DecisionKind.EDIT
    )
    return {one for edit in made.select_related("handle__token") for one in behind_decision(edit)}
