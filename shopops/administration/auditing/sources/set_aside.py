"""Approvals for which an admin set a rule aside."""

from django.urls import reverse

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources.keyset import newest
from shopops.review.models import Decision

SOURCE = 5
RULES = {
    "not_assignee": "somebody else had the order",
    "over_limit": "the amount was above the approver’s limit",
    "four_eyes": "a second person had to decide",
}


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    rows = Decision.objects.of(asked.tenant_id).exclude(bypassed=[])
    rows = rows.select_related("membership", "proposal")
    found = newest(rows, asked, source=SOURCE, at="decided_at", limit=limit)
    return [_line(asked, one) for one in found]


def _line(asked: AuditAsked, one: Decision) -> Line:
    rules = "; ".join(RULES.get(code, code) for code in one.bypassed)
    return Line(
        place=Place(one.decided_at, SOURCE, one.pk),
        group=Group.SET_ASIDE,
        who=one.membership.display_name,
        said=f"Approved {one.proposal.order_number} and set a rule aside: {rules}",
        code=", ".join(one.bypassed),
        link=reverse("review:receipt", args=[asked.shop.slug, one.pk]),
        link_words="Receipt",
    )
