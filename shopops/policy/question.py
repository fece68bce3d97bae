"""One action as the rules see it, and the three answers they can give."""

from dataclasses import dataclass

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind, Proposal
from shopops.agents.thresholds import Thresholds
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Approval, Context, LiveRemedy, Outcome, RuleResult

# What gives the customer something of value. A mail only talks about it.
REMEDIES = frozenset(
    {ActionKind.PROPOSE_RESHIP, ActionKind.PROPOSE_REFUND, ActionKind.PROPOSE_STORE_CREDIT}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """May this action of this proposal run, given all that Policy may look at?"""

    index: int
    action: Action
    proposal: Proposal
    pack: Pack
    thresholds: Thresholds
    context: Context

    @property
    def is_remedy(self) -> bool:
        return self.action.kind in REMEDIES

    @property
    def other_remedies(self) -> list[Action]:
        """The remedies that this proposal proposes beside this action."""
        return [
            action
            for index, action in enumerate(self.proposal.actions)
            if index != self.index and action.kind in REMEDIES
        ]

    @property
    def live_remedies(self) -> list[LiveRemedy]:
        return [live for live in self.context.live_remedies if live.kind in REMEDIES]

    @property
    def approval(self) -> Approval | None:
        """The approval being judged, when it names this action."""
        approval = self.context.approval
        return approval if approval and str(self.index) in approval.approved_amounts else None


def permit(rule: RuleId, reason: Reason, **numbers: int | str | None) -> RuleResult:
    return RuleResult(rule=rule, outcome=Outcome.PERMIT, reason=reason, numbers=numbers)


def ask(rule: RuleId, reason: Reason, **numbers: int | str | None) -> RuleResult:
    """The action needs a person's approval."""
    return RuleResult(rule=rule, outcome=Outcome.NEEDS_APPROVAL, reason=reason, numbers=numbers)


def deny(rule: RuleId, reason: Reason, **numbers: int | str | None) -> RuleResult:
    return RuleResult(rule=rule, outcome=Outcome.DENY, reason=reason, numbers=numbers)
