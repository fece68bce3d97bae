"""Which actions an approval among others means: what needs no choice, or what was preferred."""

from collections.abc import Collection

from shopops.agents.proposal import ActionKind
from shopops.policy.verdicts import Outcome
from shopops.proposals.models import Proposal
from shopops.proposals.read import pack_of, proposal_from, verdicts_of
from shopops.review.bulk.refusals import UnresolvedChoice
from shopops.review.counted import BEHIND, counted
from shopops.review.detail.proposed import Option, Proposed, only, proposed
from shopops.review.models import Decision, DecisionKind
from shopops.review.refusals import NeedsPerson, PolicyDenies
from shopops.review.words.policy import because


def default_choice(row: Proposal, prefer: ActionKind | None) -> list[int]:
    """Everything that policy allows; what a first of two approvers chose, if there is one.

    `prefer`: the alternative to take where policy leaves several. Raises `UnresolvedChoice` where
    that does not tell which, `PolicyDenies` where policy leaves nothing, and `NeedsPerson` where a
    person has to act.
    """
    offered = _offered(row)
    if not offered.offered:
        raise NeedsPerson
    preferred = {one.index for one in row.actions.all() if one.kind == prefer}
    chosen = [_one_of(choice.options, preferred) for choice in offered.choices]
    chosen += [option for option in offered.alone if not option.denied]
    indexes = sorted(index for option in chosen if option for index in option.indexes)
    if not indexes:
        raise PolicyDenies(_why_not(row))
    return indexes


def _one_of(options: list[Option], preferred: Collection[int]) -> Option | None:
    allowed = [option for option in options if not option.denied]
    if len(allowed) > 1:
        allowed = [option for option in allowed if set(option.indexes) <= set(preferred)]
        if not allowed:
            raise UnresolvedChoice
    return allowed[0] if allowed else None


def _why_not(row: Proposal) -> list[str]:
    currencies = {action.index: action.currency for action in row.actions.all()}
    return list(
        dict.fromkeys(
            f"{result.rule}: {because(result, currencies[verdict.action_index])}"
            for verdict in verdicts_of(row)
            for result in verdict.results
            if result.outcome is Outcome.DENY
        )
    )


def _offered(row: Proposal) -> Proposed:
    pack, actions = pack_of(row), list(row.actions.all())
    by_index = {verdict.action_index: verdict for verdict in verdicts_of(row)}
    offered = proposed(proposal_from(row, actions, pack).actions, by_index, pack)
    given = Decision.objects.of(row.tenant_id).filter(
        proposal=row, round=row.round, kind=DecisionKind.APPROVE
    )
    counting = counted(given.select_related(*BEHIND))
    return only(offered, counting[0].action_indexes) if counting else offered
