"""A form that was refused comes back as it was sent, open, with the reason beside its field."""

from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _

from shopops.review.decision_form import chosen_in
from shopops.review.detail.edit_form import as_typed
from shopops.review.detail.page import Detail
from shopops.review.detail.proposed import as_chosen
from shopops.review.detail.standing import Standing
from shopops.review.editing.fields import AMOUNT, SAY
from shopops.review.models import DecisionHandle, DecisionKind
from shopops.review.refusals import (
    DecisionRefused,
    HandleUnknown,
    IdentitySupplied,
    NoQuestion,
    NotReviewer,
    Stale,
    UnknownAction,
    UnknownDecision,
    WaitsForAnswer,
)
from shopops.tenants.models import Membership

# What no correction of the form helps against.
BEYOND_CORRECTION = (
    HandleUnknown,
    IdentitySupplied,
    NoQuestion,
    NotReviewer,
    Stale,
    UnknownAction,
    UnknownDecision,
    WaitsForAnswer,
)


@dataclass(frozen=True, slots=True)
class Returned:
    refusal: DecisionRefused
    sent: QueryDict

    @property
    def form(self) -> str:
        """Which of the page's forms it is: the decision, or what else tells it apart."""
        decision = self.sent.get("decision", "")
        if decision == DecisionKind.SUPPLY_FACT:
            return f"{decision}-{self.sent.get('fact', '')}"
        return "bypass" if self.sent.getlist("bypass") else decision

    @property
    def set_aside(self) -> list[str]:
        """The rules that an admin ticked."""
        return self.sent.getlist("bypass")

    @property
    def beside(self) -> dict[str, str]:
        """What is said beside which field of it."""
        return {name: said for name, said in self.refusal.wrong.items() if name in self.sent}

    @property
    def above(self) -> list[str]:
        """What the refusal says beyond its sentence, and no field does."""
        if self.beside and self.beside.keys() == self.refusal.wrong.keys():
            return []
        said = " ".join(self.beside.values())
        return [one for one in self.refusal.sentences if one not in said]


def can_return(refusal: DecisionRefused, held: DecisionHandle, detail: Detail) -> bool:
    """Whether what is shown now is what the form was made for, open as it was; then the page's
    handle stands for the same revision. Else nobody is to send the form on."""
    row = detail.proposal
    return (
        not isinstance(refusal, BEYOND_CORRECTION)
        and detail.waits
        and row.superseded_by_id is None
        and held.used_at is None
        and held.token_id is None
        and (bytes(held.digest), held.revision, held.round)
        == (bytes(row.digest), row.revision, row.round)
    )


def is_offered(returned: Returned, detail: Detail, here: Standing, member: Membership) -> bool:
    """Whether the page shows this person the form that it is to come back in."""
    form = returned.form
    if form == DecisionKind.TAKE_BACK or not detail.pending:
        return form == DecisionKind.TAKE_BACK and not detail.pending
    if form == DecisionKind.APPROVE:
        return detail.approvable and not here.blocked
    if form == "bypass":
        return detail.approvable and bool(here.bypass)
    if here.claim is not None and here.claim.holder_id != member.pk:
        return False
    supplies = {f"{DecisionKind.SUPPLY_FACT}-{name}" for name in here.missing}
    offered = {DecisionKind.REJECT, DecisionKind.RESPOND, *supplies}
    offered |= {DecisionKind.EDIT} if here.form else set()
    offered |= {DecisionKind.HANDLED_OUTSIDE} if detail.for_person else set()
    return form in offered


def chosen_again(detail: Detail, returned: Returned) -> Detail:
    """With the options that were chosen, where the refused form is one that chooses."""
    chooses = returned.form in (DecisionKind.APPROVE, "bypass")
    if not chooses or detail.first_approval is not None:
        return detail
    return replace(detail, proposed=as_chosen(detail.proposed, chosen_in(returned.sent)))


def typed_again(here: Standing, returned: Returned) -> Standing:
    if here.form is None or returned.form != DecisionKind.EDIT:
        return here
    return replace(here, form=as_typed(here.form, returned.sent))


def typed_words(sent: QueryDict) -> list[tuple[str, str]]:
    """What somebody wrote into a form that can't come back: kept for nobody, but shown once more,
    so that they can use it elsewhere."""
    names = {"reason": _("Your words"), "value": _("The value")}
    if sent.get("decision") == DecisionKind.EDIT:
        names |= {name: _("The amount") for name in sent if name.startswith(AMOUNT)}
        names |= {name: _("What the mail also says") for name in sent if name.startswith(SAY)}
    return [(words, text) for name, words in names.items() if (text := sent.get(name, "").strip())]
