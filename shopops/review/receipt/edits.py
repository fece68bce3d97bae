"""What an edit changed: of the revision that was decided, or by the decision itself."""

from collections.abc import Iterable, Sequence

from shopops.ledger import Entry
from shopops.proposals.models import Action, Proposal
from shopops.review.changes import Change
from shopops.review.editing.changes import changes_of_edit
from shopops.review.models import Decision, DecisionKind
from shopops.review.receipt.contents import Difference, Edit, Note
from shopops.review.receipt.notes import note_of
from shopops.review.receipt.people import person
from shopops.review.recording import event_id_of


def edit_of(
    decision: Decision, row: Proposal, actions: Sequence[Action], told: Iterable[Entry]
) -> Edit | None:
    """None where no person changed what was proposed. `told`: the ledger's rows about it. An edit's
    own receipt says its note by itself."""
    if decision.kind == DecisionKind.EDIT:
        made = _made_of(row)
        return _edit(row, made, list(made.actions.all()), None) if made else None
    if row.edit_of is None:
        return None
    return _edit(row.edit_of, row, actions, _note(row.edit_of, told))


def _note(original: Proposal, told: Iterable[Entry]) -> Note | None:
    """Why it was edited."""
    made = Decision.objects.of(original.tenant_id).select_related("note", "handle")
    edit = made.filter(proposal=original, kind=DecisionKind.EDIT).order_by("-pk").first()
    if edit is None:
        return None
    own_id = event_id_of(edit.handle)
    return note_of(edit, next((one for one in told if one.event_id == own_id), None))


def _made_of(row: Proposal) -> Proposal | None:
    revisions = Proposal.objects.of(row.tenant_id).select_related("pack", "editor")
    return revisions.filter(edit_of=row).first()


def _edit(
    original: Proposal, made: Proposal, actions: Sequence[Action], note: Note | None
) -> Edit | None:
    if made.editor is None:
        return None
    return Edit(
        editor=person(made.editor),
        from_revision=original.revision,
        to_revision=made.revision,
        changes=[_difference(one) for one in changes_of_edit(original, made, actions)],
        note=note,
    )


def _difference(change: Change) -> Difference:
    return Difference(what=change.what, before=change.before, after=change.after)
