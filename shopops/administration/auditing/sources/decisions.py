"""Decisions that were refused."""

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources.keyset import newest
from shopops.review.models import RefusedDecision
from shopops.review.refusals import title_of

SOURCE = 3
TRIED = {
    "approve": gettext_noop("approve"),
    "reject": gettext_noop("reject"),
    "handled_outside": gettext_noop("record as handled outside"),
    "edit": gettext_noop("change"),
    "respond": gettext_noop("ask about"),
    "take_back": gettext_noop("take a question back about"),
    "supply_fact": gettext_noop("supply a fact for"),
    "undo": gettext_noop("take back the decision on"),
    "propose_again": gettext_noop("have proposed again"),
}


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    rows = RefusedDecision.objects.of(asked.tenant_id).select_related(
        "membership", "proposal", "token"
    )
    return [_line(asked, one) for one in newest(rows, asked, source=SOURCE, at="at", limit=limit)]


def _line(asked: AuditAsked, one: RefusedDecision) -> Line:
    order = gettext("an order") if one.proposal is None else one.proposal.order_number
    title = title_of(one.code)
    tried = gettext(TRIED.get(one.kind, gettext_noop("decide on")))
    return Line(
        place=Place(one.at, SOURCE, one.pk),
        group=Group.REFUSALS,
        who=one.membership.display_name,
        said=gettext("Tried to {tried} {order} and was refused: {title}").format(
            tried=tried, order=order, title=f"{title[0].lower()}{title[1:]}"
        ),
        detail=""
        if one.token is None
        else gettext("Through the API token {prefix}…").format(prefix=one.token.prefix),
        code=one.code,
        link=_address(asked, one),
        link_words=gettext("Order"),
    )


def _address(asked: AuditAsked, one: RefusedDecision) -> str:
    if one.proposal_id is None:
        return ""
    return reverse("review:proposal", args=[asked.shop.slug, one.proposal_id])
