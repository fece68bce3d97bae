"""The ledger's rows about a decision, of all rows about its order."""

from collections.abc import Iterable

from shopops.ledger import Entry, EventKind
from shopops.proposals.models import Proposal

OF_PROPOSAL = (EventKind.PROPOSAL, EventKind.VERDICT, EventKind.DECISION)
ENDS = (EventKind.RESOLVED, EventKind.WITHDRAWN)


def about(proposal: Proposal, timeline: Iterable[Entry]) -> list[Entry]:
    """What was collected, proposed, judged and decided for this revision, how it came to be by an
    edit, who acknowledged alarms of the order, and which alarms the decision ended."""
    digest, pack = bytes(proposal.digest).hex(), bytes(proposal.pack.digest).hex()
    return [entry for entry in timeline if _belongs(entry, proposal, digest, pack)]


def _belongs(entry: Entry, proposal: Proposal, digest: str, pack: str) -> bool:
    if entry.kind is EventKind.ACKNOWLEDGED:
        return True
    if entry.kind is EventKind.INTAKE:
        return entry.body.get("pack") == pack
    if entry.kind in OF_PROPOSAL:
        return entry.body.get("proposal") == digest or _made(entry, proposal)
    return entry.kind in ENDS and entry.body.get("revision") == proposal.revision


def _made(entry: Entry, proposal: Proposal) -> bool:
    """The edit that made this revision is a row about the one before it."""
    edit = entry.body.get("edit")
    return isinstance(edit, dict) and edit.get("revision") == proposal.revision
