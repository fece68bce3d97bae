"""Draft words for the mail of an order that this person may change now. It writes no row.

The model is asked between two scopes: nothing of the shop is held while it thinks.
"""

import logging
from dataclasses import dataclass
from datetime import datetime

from shopops.agents.proposal import ActionKind
from shopops.agents.resolution.reading import language
from shopops.guards.counting import take
from shopops.narrative.asking import Asked, messages
from shopops.narrative.faults import Fault, FaultCode
from shopops.narrative.gate import accepted, faults
from shopops.narrative.model import Model, ModelFailed
from shopops.outreach.languages import spoken
from shopops.review.detail.page import Detail, detail_of
from shopops.review.detail.standing import standing
from shopops.review.drafting.proof import Place, prove
from shopops.review.drafting.refusals import (
    DraftRefused,
    ModelSilent,
    NotYours,
    SwitchedOff,
    TooOften,
)
from shopops.review.drafting.said import said
from shopops.review.drafting.switch import model_for
from shopops.review.editing.adding import LONGEST_POINT
from shopops.review.editing.wording import unproven
from shopops.tenants.access import shop_scope
from shopops.tenants.models import Membership

logger = logging.getLogger(__name__)
OF_PERSON, OF_SHOP = 10, 20  # drafts a minute; one that is slow holds a web thread for ten seconds


@dataclass(frozen=True, slots=True)
class NewDraft:
    """`token`: proves where it comes from when it is saved."""

    index: int
    text: str
    token: str
    language: str


def draft_words(
    *, member: Membership, proposal_id: int, index: int | None, now: datetime
) -> NewDraft:
    """`index`: of the mail among the proposal's steps. Raises `Http404` for another shop's order,
    and what `drafting.refusals` has."""
    with shop_scope(member):
        model = model_for(member.tenant_id)
        if model is None:
            raise SwitchedOff
        detail = detail_of(member.tenant_id, proposal_id, now)
        if not standing(detail, member, now).may_edit(member):
            raise NotYours
        asked = _asked(detail, index)
    _refuse_often(member, now)
    text = _checked(_drafted(model, asked), asked)
    place = Place(detail.proposal, index or 0, member)
    token = prove(place, text=text, model=model.name, now=now)
    return NewDraft(place.index, text, token, asked.language)


def _asked(detail: Detail, index: int | None) -> Asked:
    actions = dict(enumerate(detail.plan.actions))
    mail = actions.get(-1 if index is None else index)
    if mail is None or mail.kind is not ActionKind.DRAFT_EMAIL:
        raise NotYours
    default = detail.told.numbers.default_language
    wanted = spoken(language(detail.pack) or default, default)
    return Asked(
        language=wanted,
        cause=mail.cause,
        said=said(mail.body_outline, wanted),
        most_chars=LONGEST_POINT,
    )


def _refuse_often(member: Membership, now: datetime) -> None:
    """What one person is refused takes nothing from the shop's."""
    if take(caller=f"draft {member.tenant_id} {member.pk}", now=now) > OF_PERSON:
        raise TooOften
    if take(caller=f"drafts {member.tenant_id}", now=now) > OF_SHOP:
        raise TooOften


def _drafted(model: Model, asked: Asked) -> str:
    try:
        return model.draft(messages(asked))
    except ModelFailed as problem:
        logger.warning("the model drafted nothing: %s", problem.failure)
        raise ModelSilent(problem.failure) from problem


def _checked(text: str, asked: Asked) -> str:
    found = faults(
        text, language=asked.language, said=" ".join(asked.said), most_chars=asked.most_chars
    )
    if not found and (piece := unproven(accepted(text), ())):
        found = [Fault(FaultCode.DATE, piece)]  # so that no draft is refused only when it is saved
    if found:
        raise DraftRefused(found)
    return accepted(text)
