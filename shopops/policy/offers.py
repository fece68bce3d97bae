"""A message is judged with the remedies that it offers: nobody is offered what cannot be done.

One message speaks of all parcels and payments of its proposal, and where it gives a choice the
customer takes either. So it may go only when nothing that it offers is denied: one denied action
of an offered kind is enough, also when the other alternative stays open.
"""

from collections.abc import Mapping, Sequence

from shopops.agents.proposal import Action, ActionKind
from shopops.agents.resolution.offers import offered
from shopops.policy.question import REMEDIES, ask, deny
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import STRICTNESS, Outcome, RuleResult

# What is wrong here is the approval. The remedy itself may still be offered.
OF_THE_APPROVAL = frozenset(
    {
        Reason.ALTERNATIVE_APPROVED_TOO,
        Reason.DIGEST_DIFFERS,
        Reason.AMOUNT_DIFFERS,
        Reason.PAYEE_DIFFERS,
        Reason.APPROVER_MISSING,
        Reason.APPROVER_IS_PROPOSER,
        Reason.APPROVER_IS_EDITOR,
    }
)

Denied = Mapping[RuleId, list[ActionKind]]


def denied_remedies(actions: Sequence[Action], answers: Sequence[Sequence[RuleResult]]) -> Denied:
    """Which kinds of remedy each rule denies in this proposal, in the order proposed."""
    found: dict[RuleId, list[ActionKind]] = {}
    for action, results in zip(actions, answers, strict=True):
        for result in results:
            if action.kind in REMEDIES and _denies(result):
                kinds = found.setdefault(result.rule, [])
                if action.kind not in kinds:
                    kinds.append(action.kind)
    return found


def _denies(result: RuleResult) -> bool:
    return result.outcome == Outcome.DENY and result.reason not in OF_THE_APPROVAL


def with_offers(action: Action, results: list[RuleResult], denied: Denied) -> list[RuleResult]:
    """The results once each rule that denies an offered remedy has answered for the message too.

    A mail is denied; a person who has the same outline to speak from is told. Where the rule's own
    answer about the message is as strict, that one stays.
    """
    found = {result.rule: result for result in results}
    offers = offered(action.body_outline)
    answer = deny if action.kind == ActionKind.DRAFT_EMAIL else ask
    for rule, kinds in denied.items():
        named = ",".join(kind for kind in kinds if kind in offers)
        if named:
            said = answer(rule, Reason.OFFERS_DENIED, offers=named)
            found[rule] = max(found.get(rule, said), said, key=_strictness)
    return [found[rule] for rule in RuleId if rule in found]


def _strictness(result: RuleResult) -> int:
    return STRICTNESS.index(result.outcome)
