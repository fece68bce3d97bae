"""Whether a judged proposal needs a person, and which rules say so."""

from collections.abc import Sequence
from dataclasses import dataclass

from shopops.agents.proposal import Track
from shopops.policy.verdicts import Outcome, Verdict
from shopops.proposals.models import Proposal
from shopops.proposals.statuses import ReviewStatus


@dataclass(frozen=True, slots=True)
class Need:
    status: ReviewStatus
    rule_ids: list[str]  # the rules that did not permit


def need_of(proposal: Proposal, verdicts: Sequence[Verdict]) -> Need:
    """Nobody has to look only when nothing is blocked and every action is permitted. What a person
    edited waits for a person in any case: an edit never lowers what it takes."""
    rules = {
        str(result.rule)
        for verdict in verdicts
        for result in verdict.results
        if result.outcome is not Outcome.PERMIT
    }
    permitted = all(verdict.outcome is Outcome.PERMIT for verdict in verdicts)
    as_proposed = proposal.edit_of_id is None
    free = permitted and as_proposed and proposal.can_proceed and proposal.track != Track.ESCALATE
    return Need(ReviewStatus.NOT_REQUIRED if free else ReviewStatus.PENDING, sorted(rules))
