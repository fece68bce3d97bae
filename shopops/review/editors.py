"""Who made a proposal what it is, besides the agent."""

from shopops.proposals.models import Proposal
from shopops.tenants.models import Membership


def editors_of(proposal: Proposal) -> list[Membership]:
    """Everybody who edited this revision or one that it was made from, the last one first."""
    return list(dict.fromkeys(one.editor for one in edits_of(proposal) if one.editor))


def edits_of(proposal: Proposal) -> list[Proposal]:
    """This revision and those that it was made from, back to the agent's own, which is not one."""
    if proposal.edit_of_id is None:
        return []
    of_pack = Proposal.objects.of(proposal.tenant_id).filter(pack=proposal.pack_id)
    by_id = {one.pk: one for one in of_pack.select_related("editor").only("edit_of", "editor")}
    found: list[Proposal] = []
    here: Proposal | None = by_id[proposal.pk]
    while here is not None and here.editor is not None:
        found.append(here)
        here = by_id.get(here.edit_of_id or 0)
    return found
