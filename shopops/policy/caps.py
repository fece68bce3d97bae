"""APR-1 and AGG-1: what goes without a person, alone and with the order's other remedies."""

from shopops.agents.proposal import Action, ActionKind, Track
from shopops.policy.amounts import money_of, total_at_stake
from shopops.policy.question import Question, ask, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import LiveRemedy, RuleResult


def apr_1(question: Question) -> RuleResult | None:
    """Strictly above the cap, or no cap for the currency: a person approves.

    It also says what no number decides. `await_human` is a person's work: no rule ever permits it
    and no approval satisfies it. On an escalated proposal nothing else may run. What the proposal
    itself wants approved stays so: Policy raises, it never lowers.
    """
    action = question.action
    if action.kind not in set(ActionKind):
        return deny(RuleId.APR_1, Reason.UNKNOWN_KIND, given=str(action.kind)[:40])
    if action.kind == ActionKind.AWAIT_HUMAN:
        return ask(RuleId.APR_1, Reason.PERSON_DECIDES)
    if question.proposal.track == Track.ESCALATE:
        return deny(RuleId.APR_1, Reason.ESCALATED)
    return _against_cap(question)


def _against_cap(question: Question) -> RuleResult | None:
    money = money_of(question.action)
    if money is None:
        return ask(RuleId.APR_1, Reason.ASKED_BY_PROPOSAL) if _asked(question) else None
    cap = question.thresholds.approval_above_cents.get(money.currency)
    if cap is None:
        return ask(RuleId.APR_1, Reason.NO_CAP, amount=money.minor, currency=money.currency)
    if money.minor > cap:
        return ask(RuleId.APR_1, Reason.ABOVE_CAP, amount=money.minor, cap=cap)
    if _asked(question):
        return ask(RuleId.APR_1, Reason.ASKED_BY_PROPOSAL, amount=money.minor, cap=cap)
    return permit(RuleId.APR_1, Reason.WITHIN_CAP, amount=money.minor, cap=cap)


def _asked(question: Question) -> bool:
    """The proposal wants approval. For sending again SHP-2 always says so already."""
    action = question.action
    return action.requires_approval and action.kind != ActionKind.PROPOSE_RESHIP


def agg_1(question: Question) -> RuleResult | None:
    """Live and proposed remedies of the order together, against the same cap.

    Judged only where there is something to add; alone the amount is APR-1's. Amounts of two
    currencies do not add up, so then a person looks.
    """
    own, total = money_of(question.action), total_at_stake(question)
    if own is None or total is None or not question.is_remedy:
        return None
    beside: list[Action | LiveRemedy] = [*question.live_remedies, *question.other_remedies]
    others = [money_of(item) for item in beside]
    foreign = sorted({money.currency for money in others if money} - {own.currency})
    if foreign:
        return ask(RuleId.AGG_1, Reason.MIXED_CURRENCIES, currency=own.currency, other=foreign[0])
    cap = question.thresholds.approval_above_cents.get(own.currency)
    if cap is None or total.minor == own.minor:
        return None
    if total.minor > cap:
        return ask(RuleId.AGG_1, Reason.TOTAL_ABOVE_CAP, total=total.minor, cap=cap)
    return permit(RuleId.AGG_1, Reason.TOTAL_WITHIN_CAP, total=total.minor, cap=cap)
