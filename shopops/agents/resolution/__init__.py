"""Resolution: from a pack to a proposal. It has no channel and writes nothing anywhere."""

from shopops.agents.proposal import Action, ActionKind, Proposal, Track
from shopops.agents.resolution.agent import ResolutionAgent
from shopops.agents.resolution.digest import proposal_digest

__all__ = ["Action", "ActionKind", "Proposal", "ResolutionAgent", "Track", "proposal_digest"]
