"""Policy once more, now that somebody approves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from shopops.agents.proposal import Proposal
from shopops.orchestrator.context import contexts_of
from shopops.policy import decide
from shopops.policy.approvals import EYES, payee_of
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Approval, Context, Outcome, RuleResult, Verdict
from shopops.proposals.read import proposal_from
from shopops.review.case import Case
from shopops.review.editors import editors_of
from shopops.review.refusals import EvidenceMissing, FourEyes, NeedsPerson, PolicyDenies
from shopops.review.words.policy import because
from shopops.tenants import thresholds
from shopops.tenants.models import Membership

PROPOSER = "agent:resolution"
EVIDENCE_RULES = frozenset({RuleId.EVD_1, RuleId.EVD_2})
ONE_MORE = Reason.FOUR_EYES
BARRED = frozenset({Reason.SAME_APPROVER, Reason.APPROVER_IS_PROPOSER, Reason.APPROVER_IS_EDITOR})


@dataclass(frozen=True, slots=True)
class Judged:
    """The chosen actions' verdicts, what they were judged in, and how many people it takes."""

    verdicts: list[Verdict]
    context: Context
    approvals_given: int
    approvals_needed: int


def judge_approval(case: Case, chosen: Sequence[int]) -> Judged:
    """Judge the chosen actions as approved by this reviewer; refuses what Policy forbids."""
    proposed = proposal_from(case.proposal, case.actions, case.pack)
    context = _context(case, proposed, chosen)
    verdicts = decide(
        pack=case.pack,
        proposal=proposed,
        thresholds=thresholds.at(case.tenant_id, case.proposal.thresholds_version),
        context=context,
    )
    judged = [verdicts[index] for index in chosen]
    open_results = [result for verdict in judged for result in _open(verdict)]
    _refuse(proposed, judged, open_results)
    needs_two = any(result.reason == ONE_MORE for result in open_results)
    given = len(case.approvals) + 1
    return Judged(judged, context, given, max(given, EYES) if needs_two else given)


def _context(case: Case, proposed: Proposal, chosen: Sequence[int]) -> Context:
    actions = proposed.actions
    approval = Approval(
        approver=_key(case.reviewer),
        proposer=PROPOSER,
        approvers_before=[_key(one.membership) for one in case.approvals],
        editors=[_key(one) for one in editors_of(case.proposal)],
        approved_digest=bytes(case.handle.digest).hex(),
        proposal_digest=bytes(case.proposal.digest).hex(),
        approved_amounts={str(index): actions[index].amount_minor for index in chosen},
        approved_payees={str(index): payee_of(actions[index]) for index in chosen},
    )
    around = contexts_of(case.tenant_id, [case.proposal], now=case.now)[case.proposal.pk]
    return msgspec.structs.replace(around, approval=approval)


def _key(person: Membership) -> str:
    return bytes(person.identity_key).hex()


def _open(verdict: Verdict) -> list[RuleResult]:
    return [result for result in verdict.results if result.outcome is not Outcome.PERMIT]


def _refuse(
    proposed: Proposal, judged: Iterable[Verdict], open_results: Iterable[RuleResult]
) -> None:
    reasons = {result.reason for result in open_results}
    denied = [result for result in open_results if result.outcome is Outcome.DENY]
    if reasons & BARRED:
        raise FourEyes
    if any(result.rule in EVIDENCE_RULES for result in denied):
        raise EvidenceMissing
    if denied:
        raise PolicyDenies(_sentences(proposed, judged))
    if reasons - {ONE_MORE}:
        raise NeedsPerson


def _sentences(proposed: Proposal, judged: Iterable[Verdict]) -> list[str]:
    return [
        f"{result.rule}: {because(result, proposed.actions[verdict.action_index].currency)}"
        for verdict in judged
        for result in verdict.results
        if result.outcome is Outcome.DENY
    ]
