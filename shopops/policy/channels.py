"""CHN-1: the suppression list wins."""

from shopops.agents.proposal import ActionKind
from shopops.policy.question import Question, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import RuleResult


def chn_1(question: Question) -> RuleResult | None:
    """A message goes only over a channel that the customer has not closed."""
    action = question.action
    if action.kind != ActionKind.DRAFT_EMAIL:
        return None
    if not action.channel:
        return deny(RuleId.CHN_1, Reason.CHANNEL_MISSING)
    if action.channel in question.context.suppressed_channels:
        return deny(RuleId.CHN_1, Reason.CHANNEL_SUPPRESSED, channel=action.channel)
    opted_out = question.pack.fields.get("opted_out")
    if opted_out is not None and opted_out.known(value=True):
        return deny(RuleId.CHN_1, Reason.OPTED_OUT)
    return permit(RuleId.CHN_1, Reason.CHANNEL_OPEN, channel=action.channel)
