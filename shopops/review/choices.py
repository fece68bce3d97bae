"""Which actions a person may approve together."""

from collections.abc import Sequence

from shopops.agents.alternatives import clashes
from shopops.agents.proposal import ActionKind, Track
from shopops.proposals.read import proposal_from
from shopops.review.case import Case
from shopops.review.refusals import (
    EvidenceMissing,
    NeedsPerson,
    NothingChosen,
    OneAlternative,
    UnknownAction,
)


def check_choice(case: Case, chosen: Sequence[int]) -> None:
    """Raises the refusal that fits; the order is from the proposal down to the single action."""
    if case.track == Track.ESCALATE:
        raise NeedsPerson
    if not chosen:
        raise NothingChosen
    by_index = {action.index: action for action in case.actions}
    if not set(chosen) <= set(by_index):
        raise UnknownAction
    if any(by_index[index].kind == ActionKind.AWAIT_HUMAN for index in chosen):
        raise NeedsPerson
    proposed = proposal_from(case.proposal, case.actions, case.pack)
    if any({one, other} <= set(chosen) for one, other in clashes(proposed.actions)):
        raise OneAlternative
    if not case.proposal.can_proceed:
        raise EvidenceMissing
