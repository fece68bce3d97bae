"""APR-2 and APR-3: what an approval covers, who may give it, and what it then satisfies.

An approval names actions: those whose index stands in `approved_amounts`. An action that it does
not name is judged as if there were none. For a named action APR-2 and APR-3 are judged as well,
and unless one of them refuses, each rule that asked for a person answers "approved" instead. Two
answers no approval satisfies: the wait for a second approver, and `await_human` with what is said
about it.
"""

from shopops.agents.proposal import Action
from shopops.policy.amounts import total_at_stake
from shopops.policy.question import Question, ask, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Approval, Outcome, RuleResult

NOT_APPROVABLE = frozenset(
    {Reason.PERSON_DECIDES, Reason.FOUR_EYES, Reason.SAME_APPROVER, Reason.OFFERS_DENIED}
)
EYES = 2


def payee_of(action: Action) -> str | None:
    """Where the money goes: back to the transaction that brought it."""
    return action.transaction_id


def apr_2(question: Question) -> RuleResult | None:
    """What was approved is what stands in the proposal: digest, amount and payee."""
    approval = question.approval
    if approval is None:
        return None
    key, action = str(question.index), question.action
    if not approval.approved_digest or approval.approved_digest != approval.proposal_digest:
        return deny(RuleId.APR_2, Reason.DIGEST_DIFFERS)
    approved = approval.approved_amounts[key]
    if approved != action.amount_minor:
        return deny(RuleId.APR_2, Reason.AMOUNT_DIFFERS, approved=approved)
    if approval.approved_payees.get(key) != payee_of(action):
        return deny(RuleId.APR_2, Reason.PAYEE_DIFFERS, payee=payee_of(action))
    return permit(RuleId.APR_2, Reason.APPROVAL_BINDS)


def apr_3(question: Question) -> RuleResult | None:
    """The approver is not the proposer; strictly above the second cap two people approve, and
    neither is one who edited what was proposed. Below it an editor may approve the own edit.

    For a remedy the second cap is compared with the order's remedies together, as in AGG-1, so
    that splitting an amount does not halve the eyes. Unset, no second approver is needed.
    """
    approval = question.approval
    if approval is not None and not approval.approver:
        return deny(RuleId.APR_3, Reason.APPROVER_MISSING)
    if approval is not None and approval.approver == approval.proposer:
        return deny(RuleId.APR_3, Reason.APPROVER_IS_PROPOSER)
    total = total_at_stake(question)
    cap = question.thresholds.second_cap_cents.get(total.currency) if total else None
    if total is None or cap is None or total.minor <= cap:
        return permit(RuleId.APR_3, Reason.INDEPENDENT_APPROVER) if approval else None
    return _four_eyes(approval, total=total.minor, cap=cap)


def _four_eyes(approval: Approval | None, *, total: int, cap: int) -> RuleResult:
    if approval is None:
        return ask(RuleId.APR_3, Reason.FOUR_EYES, total=total, cap=cap, approvers=0, needed=EYES)
    if approval.approver in approval.editors:
        return deny(RuleId.APR_3, Reason.APPROVER_IS_EDITOR, total=total, cap=cap)
    people = {*approval.approvers_before, approval.approver} - {approval.proposer, ""}
    people -= set(approval.editors)
    numbers = {"total": total, "cap": cap, "approvers": len(people), "needed": EYES}
    if len(people) >= EYES:
        return permit(RuleId.APR_3, Reason.TWO_APPROVERS, **numbers)
    again = approval.approver in approval.approvers_before
    return ask(RuleId.APR_3, Reason.SAME_APPROVER if again else Reason.FOUR_EYES, **numbers)


def with_approval(question: Question, results: list[RuleResult]) -> list[RuleResult]:
    """The results once the approval, if it names this action and holds, has answered them."""
    approval = question.approval
    if approval is None or _refused(results):
        return results
    return [_answered(result, approval.approver) for result in results]


def _refused(results: list[RuleResult]) -> bool:
    return any(
        result.outcome == Outcome.DENY and result.rule in {RuleId.APR_2, RuleId.APR_3}
        for result in results
    )


def _answered(result: RuleResult, approver: str) -> RuleResult:
    if result.outcome != Outcome.NEEDS_APPROVAL or result.reason in NOT_APPROVABLE:
        return result
    numbers = {**result.numbers, "answers": result.reason, "approved_by": approver}
    return permit(result.rule, Reason.APPROVED, **numbers)
