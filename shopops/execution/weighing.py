"""Policy once more on what was decided, with the shop's numbers of now. Pure."""

from collections.abc import Collection

from shopops.agents.facts import Pack
from shopops.agents.proposal import ActionKind, Proposal
from shopops.agents.thresholds import Thresholds
from shopops.execution.codes import EffectCode
from shopops.policy import decide
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Context, Outcome, RuleResult, Verdict

# What an admin may set aside when they decide (review.bypass), and the answers that it stands for.
SET_ASIDE = {"four_eyes": frozenset({Reason.FOUR_EYES, Reason.SAME_APPROVER})}


def in_the_way(
    *,
    pack: Pack,
    proposed: Proposal,
    numbers: Thresholds,
    context: Context,
    chosen: Collection[int],
    bypassed: Collection[str],
) -> dict[int, str]:
    """By index of the chosen actions that may not be carried out: the code of why. A mail that may
    not go out keeps only itself from going; whatever else is in the way keeps all of them."""
    verdicts = decide(pack=pack, proposal=proposed, thresholds=numbers, context=context)
    codes = {index: _code(verdicts[index], bypassed) for index in chosen}
    of_mails = {
        index: code
        for index, code in codes.items()
        if code == EffectCode.SUPPRESSED and proposed.actions[index].kind == ActionKind.DRAFT_EMAIL
    }
    others = [code for index, code in codes.items() if code and index not in of_mails]
    return dict.fromkeys(chosen, others[0]) if others else of_mails


def _code(verdict: Verdict, bypassed: Collection[str]) -> str:
    """Empty when it may go. What is denied comes before what would need a person."""
    aside = set().union(*(SET_ASIDE.get(code, ()) for code in bypassed))
    open_results = [
        one
        for one in verdict.results
        if one.outcome is Outcome.DENY
        or (one.outcome is Outcome.NEEDS_APPROVAL and one.reason not in aside)
    ]
    first = min(open_results, key=lambda one: one.outcome is not Outcome.DENY, default=None)
    return "" if first is None else code_of(first)


def code_of(result: RuleResult) -> str:
    return EffectCode.SUPPRESSED if result.rule is RuleId.CHN_1 else f"policy:{result.rule}"
