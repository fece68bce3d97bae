"""ID-1: who asked is the customer."""

from shopops.agents.facts import FactKind, Field
from shopops.agents.proposal import ActionKind
from shopops.policy.question import Question, ask, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import RuleResult

NO_REQUEST = "no_request"  # Intake's reason for an unknown requester when there is no claim


def id_1(question: Question) -> RuleResult | None:
    """A known mismatch refuses mail and remedies; only a fact lets a remedy go without a person.

    Where the order holds no claim, nobody asked: the shop's own watch found the trouble, and a
    remedy goes to the payment and the address it has, so there is nobody to match.
    """
    if question.action.kind == ActionKind.AWAIT_HUMAN:
        return None
    matched = question.pack.fields.get("requester_matched")
    if matched is not None and matched.known(value=False):
        return deny(RuleId.ID_1, Reason.REQUESTER_NOT_MATCHED)
    if matched is not None and matched.kind == FactKind.FACT and matched.value is True:
        return permit(RuleId.ID_1, Reason.REQUESTER_MATCHED)
    if question.is_remedy and _nobody_asked(matched):
        return permit(RuleId.ID_1, Reason.NO_REQUEST)
    return ask(RuleId.ID_1, Reason.REQUESTER_UNKNOWN) if question.is_remedy else None


def _nobody_asked(matched: Field | None) -> bool:
    return matched is not None and matched.kind == FactKind.UNKNOWN and matched.reason == NO_REQUEST
