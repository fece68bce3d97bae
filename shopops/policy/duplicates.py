"""DUP-1: one live remedy per order, cause and line. Causes of one kind of trouble are one cause."""

from shopops.agents.alternatives import clashes
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.resolution.troubles import same_trouble
from shopops.policy.question import Question, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import LiveRemedy, RuleResult


def dup_1(question: Question) -> RuleResult | None:
    """No earlier remedy lives for the same trouble, and this proposal does not answer it twice."""
    if not question.is_remedy:
        return None
    action = question.action
    for live in question.live_remedies:
        if same_trouble(action.cause, live.cause) and _overlap(action, live):
            return _answered_by(live)
    for other in question.other_remedies:
        if _repeats(action, other):
            return deny(RuleId.DUP_1, Reason.REPEATED_REMEDY, kind=other.kind)
    if _alternative_approved_too(question):
        return deny(RuleId.DUP_1, Reason.ALTERNATIVE_APPROVED_TOO)
    return permit(RuleId.DUP_1, Reason.NO_LIVE_REMEDY, live=len(question.live_remedies))


def _answered_by(live: LiveRemedy) -> RuleResult:
    return deny(
        RuleId.DUP_1,
        Reason.LIVE_REMEDY,
        kind=live.kind,
        remedy=live.action_id,
        remedy_minor=live.amount_minor,
        remedy_currency=live.currency,
        revision=live.revision,
    )


def _overlap(one: Action, other: Action | LiveRemedy) -> bool:
    """Whether both concern the same goods.

    A remedy that names no line is about the whole order, unless both name parcels: then the
    parcels tell. What cannot be compared counts as the same.
    """
    if set(one.line_ids) & set(other.line_ids) or set(one.shipment_ids) & set(other.shipment_ids):
        return True
    both_name_lines = bool(one.line_ids and other.line_ids)
    return not (both_name_lines or _both_name_parcels(one, other))


def _both_name_parcels(one: Action, other: Action | LiveRemedy) -> bool:
    return bool(one.shipment_ids and other.shipment_ids)


def _repeats(one: Action, other: Action) -> bool:
    """Whether one proposal holds two remedies for one trouble that could both be approved.

    Not so: members of one group; refunds of different transactions, which share out one amount;
    remedies for different parcels, though a line's pieces may lie in both.
    """
    in_one_group = one.alternative and one.alternative == other.alternative
    if in_one_group or not same_trouble(one.cause, other.cause):
        return False
    both_refund = one.kind == other.kind == ActionKind.PROPOSE_REFUND
    if both_refund and one.transaction_id != other.transaction_id:
        return False
    if _both_name_parcels(one, other):
        return bool(set(one.shipment_ids) & set(other.shipment_ids))
    return _overlap(one, other)


def _alternative_approved_too(question: Question) -> bool:
    approval = question.approval
    if approval is None:
        return False
    return any(
        question.index in pair and all(str(index) in approval.approved_amounts for index in pair)
        for pair in clashes(question.proposal.actions)
    )
