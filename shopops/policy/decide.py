"""Policy: may this run, does it need a person, or not at all?"""

from collections.abc import Callable, Iterable

from shopops.agents.facts import Pack
from shopops.agents.proposal import Proposal
from shopops.agents.thresholds import Thresholds
from shopops.policy.approvals import apr_2, apr_3, with_approval
from shopops.policy.caps import agg_1, apr_1
from shopops.policy.channels import chn_1
from shopops.policy.duplicates import dup_1
from shopops.policy.evidence import evd_1, evd_2, evd_3
from shopops.policy.goodwill import gdw_1
from shopops.policy.offers import Denied, denied_remedies, with_offers
from shopops.policy.payments import mon_1, mon_2, mon_3
from shopops.policy.question import Question
from shopops.policy.requester import id_1
from shopops.policy.rules import RuleId
from shopops.policy.shipping import shp_1, shp_2
from shopops.policy.verdicts import STRICTNESS, Context, Outcome, RuleResult, Verdict

# A rule answers None when it does not apply to the action.
Rule = Callable[[Question], RuleResult | None]

RULES: dict[RuleId, Rule] = {
    RuleId.EVD_1: evd_1,
    RuleId.EVD_2: evd_2,
    RuleId.EVD_3: evd_3,
    RuleId.ID_1: id_1,
    RuleId.MON_1: mon_1,
    RuleId.MON_2: mon_2,
    RuleId.MON_3: mon_3,
    RuleId.DUP_1: dup_1,
    RuleId.APR_1: apr_1,
    RuleId.APR_2: apr_2,
    RuleId.APR_3: apr_3,
    RuleId.SHP_1: shp_1,
    RuleId.SHP_2: shp_2,
    RuleId.GDW_1: gdw_1,
    RuleId.CHN_1: chn_1,
    RuleId.AGG_1: agg_1,
}


def decide(
    *, pack: Pack, proposal: Proposal, thresholds: Thresholds, context: Context
) -> list[Verdict]:
    """One verdict per action, in order: every rule that applies, and the strictest of them.

    Pure: the same arguments give the same verdicts, whenever. When a decision is judged,
    `context.approval` says what was approved by whom (see `approvals`). What a message offers is
    judged with it (see `offers`).
    """
    questions = [
        Question(
            index=index,
            action=action,
            proposal=proposal,
            pack=pack,
            thresholds=thresholds,
            context=context,
        )
        for index, action in enumerate(proposal.actions)
    ]
    answers = [_answers(question) for question in questions]
    denied = denied_remedies(proposal.actions, answers)
    return [
        _verdict(question, results, denied)
        for question, results in zip(questions, answers, strict=True)
    ]


def strictest(outcomes: Iterable[Outcome]) -> Outcome:
    """Deny over needs_approval over permit."""
    return max(outcomes, key=STRICTNESS.index)


def _answers(question: Question) -> list[RuleResult]:
    answers = (rule(question) for rule in RULES.values())
    return [answer for answer in answers if answer is not None]


def _verdict(question: Question, answers: list[RuleResult], denied: Denied) -> Verdict:
    results = with_approval(question, with_offers(question.action, answers, denied))
    return Verdict(
        action_index=question.index,
        outcome=strictest(result.outcome for result in results),
        results=results,
        thresholds_version=question.thresholds.version,
    )
