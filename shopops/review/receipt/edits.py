"""What an edit changed: of the revision that was decided, or by the decision itself."""

from collections.abc import Sequence

from shopops.proposals.models import Action, Proposal
from shopops.review.changes import Change
from shopops.review.editing.changes import changes_of_edit
from shopops.review.models import Decision, DecisionKind
from shopops.review.receipt.contents import Difference, Edit
from shopops.review.receipt.people import person


def edit_of(decision: Decision, row: Proposal, actions: Sequence[Action]) -> Edit | None:
    """None where no person changed what was proposed."""
    if decision.kind == DecisionKind.EDIT:
        made = _made_of(row)
        return _edit(row, made, list(made.actions.all())) if made else None
    return _edit(row.edit_of, row, actions) if row.edit_of else None


def _made_of(row: Proposal) -> Proposal | None:
    revisions = Proposal.objects.of(row.tenant_id).select_related("pack", "editor")
    return revisions.filter(edit_of=row).first()


def _edit(original: Proposal, made: Proposal, actions: Sequence[Action]) -> Edit | None:
    if made.editor is None:
        return None
    return Edit(
        editor=person(made.editor),
        from_revision=original.revision,
        to_revision=made.revision,
        changes=[_difference(one) for one in changes_of_edit(original, made, actions)],
    )


def _difference(change: Change) -> Difference:
    return Difference(what=change.what, before=change.before, after=change.after)
