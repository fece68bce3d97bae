"""The evidence gate: which actions of a proposal do not rest on evidence of this pack."""

from msgspec import Struct

from shopops.agents.facts import Pack
from shopops.agents.proposal import Proposal, Track


class Unsupported(Struct, frozen=True, kw_only=True):
    """One action that may not go on. No `unknown_ids`: it cites nothing at all."""

    action_index: int
    unknown_ids: list[str]


def unsupported(proposal: Proposal, pack: Pack) -> list[Unsupported]:
    """Actions without evidence, or citing ids that this pack does not have.

    Trusts nothing that the proposal says about itself, such as its `known_evidence_ids`.
    """
    found = []
    for index, action in enumerate(proposal.actions):
        unknown = [cited for cited in action.evidence_ids if cited not in pack.evidence]
        if unknown or not action.evidence_ids:
            found.append(Unsupported(action_index=index, unknown_ids=unknown))
    return found


def passes(proposal: Proposal, pack: Pack) -> bool:
    """Whether the proposal can proceed on this pack: never an escalation or another order's."""
    return (
        proposal.track is not Track.ESCALATE
        and (proposal.tenant, proposal.order_id) == (pack.tenant, pack.order_id)
        and not unsupported(proposal, pack)
    )
