"""EVD-1 to EVD-3: every action rests on evidence that exists and is fresh enough."""

from datetime import timedelta

from shopops.policy.question import Question, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import RuleResult


def evd_1(question: Question) -> RuleResult:
    """Evidence is present."""
    count = len(question.action.evidence_ids)
    if count == 0:
        return deny(RuleId.EVD_1, Reason.NO_EVIDENCE, cited=0)
    return permit(RuleId.EVD_1, Reason.EVIDENCE_CITED, cited=count)


def evd_2(question: Question) -> RuleResult | None:
    """Each id resolves to evidence of this tenant, and the pack is this order's."""
    pack, proposal = question.pack, question.proposal
    if (pack.tenant, pack.order_id) != (proposal.tenant, proposal.order_id):
        return deny(RuleId.EVD_2, Reason.OTHER_ORDER, order=pack.order_id)
    cited = question.action.evidence_ids
    if not cited:
        return None
    lost = [short for short in cited if short not in question.context.resolvable_evidence_ids]
    if lost:
        return deny(
            RuleId.EVD_2,
            Reason.EVIDENCE_UNRESOLVED,
            cited=len(cited),
            unresolved=len(lost),
            first=min(lost),
        )
    return permit(RuleId.EVD_2, Reason.EVIDENCE_RESOLVES, cited=len(cited), unresolved=0)


def evd_3(question: Question) -> RuleResult | None:
    """Old evidence is read again before execution.

    Never a refusal when a proposal is judged: whoever carries the action out reads the reason and
    reads the source again first. Age is counted in started hours, from the oldest that is cited.
    """
    evidence = question.pack.evidence
    received = [
        evidence[short].received_at for short in question.action.evidence_ids if short in evidence
    ]
    if not received:
        return None
    hours = _started_hours(question.context.now - min(received))
    limit = question.thresholds.evidence_max_age_hours
    reason = Reason.REREAD_BEFORE_EXECUTION if hours > limit else Reason.EVIDENCE_FRESH
    return permit(RuleId.EVD_3, reason, hours=hours, limit_hours=limit)


def _started_hours(age: timedelta) -> int:
    """Rounded up, so that one second above 24 hours is above 24; a future instant is 0 old."""
    return max(0, -(-age // timedelta(hours=1)))
