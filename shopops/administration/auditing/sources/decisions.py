"""Decisions that were refused."""

from django.urls import reverse

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources.keyset import newest
from shopops.review.models import RefusedDecision
from shopops.review.refusals import title_of

SOURCE = 3
TRIED = {
    "approve": "approve",
    "reject": "reject",
    "handled_outside": "record as handled outside",
    "edit": "change",
    "respond": "ask about",
    "take_back": "take a question back about",
    "supply_fact": "supply a fact for",
    "undo": "take back the decision on",
    "propose_again": "have proposed again",
}


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    rows = RefusedDecision.objects.of(asked.tenant_id).select_related(
        "membership", "proposal", "token"
    )
    return [_line(asked, one) for one in newest(rows, asked, source=SOURCE, at="at", limit=limit)]


def _line(asked: AuditAsked, one: RefusedDecision) -> Line:
    order = "an order" if one.proposal is None else one.proposal.order_number
    title = title_of(one.code)
    tried = TRIED.get(one.kind, "decide on")
    return Line(
        place=Place(one.at, SOURCE, one.pk),
        group=Group.REFUSALS,
        who=one.membership.display_name,
        said=f"Tried to {tried} {order} and was refused: {title[0].lower()}{title[1:]}",
        detail="" if one.token is None else f"Through the API token {one.token.prefix}…",
        code=one.code,
        link=_address(asked, one),
        link_words="Order",
    )


def _address(asked: AuditAsked, one: RefusedDecision) -> str:
    if one.proposal_id is None:
        return ""
    return reverse("review:proposal", args=[asked.shop.slug, one.proposal_id])
