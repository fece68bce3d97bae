"""The command that a form asks for, and what is said when it is done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from shopops.review.decision_form import DecisionForm
from shopops.review.decisions import Decided, Deciding, approve, handle_outside, reject
from shopops.review.models import DecisionKind
from shopops.review.proof import AtPage
from shopops.review.questions import respond, take_back
from shopops.review.renewal import renew
from shopops.review.revising import edit
from shopops.review.supplying import supply_fact
from shopops.review.undo import undo

SAID = {
    DecisionKind.APPROVE: gettext_noop("{number} approved. Its page shows what becomes of it."),
    DecisionKind.REJECT: gettext_noop("{number} rejected. Nothing of it will happen."),
    DecisionKind.HANDLED_OUTSIDE: gettext_noop("{number} recorded as handled outside."),
    DecisionKind.RESPOND: gettext_noop(
        "{number} waits for information. It comes back when its evidence changes."
    ),
    DecisionKind.TAKE_BACK: gettext_noop("{number} waits for a decision again."),
}
HALF = gettext_noop("{number} approved, 1 of 2. It waits for a second person.")


@dataclass(frozen=True, slots=True)
class Done:
    """What the message says, and which proposal is shown with it."""

    said: str
    proposal_id: int


def carry_out(form: DecisionForm, deciding: Deciding, page: AtPage) -> Done:
    """Raises a `DecisionRefused`. Only an approval asks what the person has proved."""
    if form.decision is not DecisionKind.APPROVE:
        return COMMANDS[form.decision](form, deciding)
    decided = approve(
        **deciding,
        action_indexes=form.action_indexes,
        reason=form.reason,
        bypass=form.bypass,
        page=page,
    )
    return _settled(decided)


def _settled(decided: Decided) -> Done:
    half = decided.kind is DecisionKind.APPROVE and not decided.final
    said = HALF if half else SAID[decided.kind]
    return Done(gettext(said).format(number=decided.order_number), decided.proposal_id)


def _edit(form: DecisionForm, deciding: Deciding) -> Done:
    saved = edit(**deciding, edits=form.edits, reason=form.reason)
    said = gettext("{number} changed: revision {revision}. Decide on it here.")
    told = said.format(number=saved.order_number, revision=saved.revision)
    return Done(told, saved.proposal_id)


def _undo(form: DecisionForm, deciding: Deciding) -> Done:
    undone = undo(**deciding, reason=form.reason)
    back = gettext("{number}: decision taken back.").format(number=undone.order_number)
    waits = gettext("It waits for a decision again.")
    newer = gettext("A newer revision has its place.")
    return Done(f"{back} {waits if undone.waits else newer}", undone.proposal_id)


def _supply_fact(form: DecisionForm, deciding: Deciding) -> Done:
    supplied = supply_fact(**deciding, name=form.fact, value=form.value, known_from=form.reason)
    said = gettext("{number}: kept, and proposed anew with it.")
    return Done(said.format(number=supplied.order_number), supplied.proposal_id)


def _propose_again(_: DecisionForm, deciding: Deciding) -> Done:
    renewed = renew(**deciding)
    said = gettext("{number} proposed again.").format(number=renewed.order_number)
    return Done(said, renewed.proposal_id)


COMMANDS: Mapping[DecisionKind, Callable[[DecisionForm, Deciding], Done]] = {
    DecisionKind.REJECT: lambda form, deciding: _settled(
        reject(**deciding, reason=form.reason, preset=form.preset)
    ),
    DecisionKind.HANDLED_OUTSIDE: lambda form, deciding: _settled(
        handle_outside(**deciding, outcome=form.outcome, reason=form.reason)
    ),
    DecisionKind.EDIT: _edit,
    DecisionKind.RESPOND: lambda form, deciding: _settled(
        respond(**deciding, question=form.reason)
    ),
    DecisionKind.TAKE_BACK: lambda form, deciding: _settled(
        take_back(**deciding, answer=form.reason)
    ),
    DecisionKind.SUPPLY_FACT: _supply_fact,
    DecisionKind.UNDO: _undo,
    DecisionKind.PROPOSE_AGAIN: _propose_again,
}
