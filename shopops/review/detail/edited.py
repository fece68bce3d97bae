"""An edit beside its original: who changed what."""

from collections.abc import Sequence
from dataclasses import dataclass

from shopops.agents import proposal as agents
from shopops.agents.facts import Pack
from shopops.proposals.models import Action, Proposal
from shopops.proposals.read import proposal_from
from shopops.review.changes import Change
from shopops.review.editing.changes import amounts_changed, changes_of_edit
from shopops.review.models import Decision, DecisionKind
from shopops.tenants.models import Membership


@dataclass(frozen=True, slots=True)
class EditCard:
    """`original`: the revision that it was made from. `note`: why, if the editor said so."""

    original_id: int
    original_revision: int
    editor: str
    changes: list[Change]
    note: str


def edit_card(
    row: Proposal, actions: Sequence[Action], editors: Sequence[Membership]
) -> EditCard | None:
    """None for what no person changed."""
    if row.edit_of_id is None:
        return None
    original = Proposal.objects.of(row.tenant_id).get(pk=row.edit_of_id)
    return EditCard(
        original_id=original.pk,
        original_revision=original.revision,
        editor=editors[0].display_name,
        changes=changes_of_edit(original, row, actions),
        note=_note(original),
    )


def amounts_edited(row: Proposal, after: agents.Proposal, pack: Pack) -> list[int]:
    """The alternatives whose amount the last edit that touched one set, by index."""
    later = row
    while later.edit_of_id is not None:
        original = Proposal.objects.of(row.tenant_id).get(pk=later.edit_of_id)
        before = proposal_from(original, original.actions.all(), pack)
        if found := amounts_changed(before, after):
            return found
        later = original
    return []


def _note(original: Proposal) -> str:
    found = Decision.objects.of(original.tenant_id).filter(
        proposal=original, kind=DecisionKind.EDIT
    )
    decision = found.select_related("note").first()
    return decision.note.text if decision is not None and hasattr(decision, "note") else ""
