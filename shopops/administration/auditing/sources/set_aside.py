"""Approvals for which an admin set a rule aside."""

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources.keyset import newest
from shopops.review.models import Decision

SOURCE = 5
RULES = {
    "not_assignee": gettext_noop("somebody else had the order"),
    "over_limit": gettext_noop("the amount was above the approver’s limit"),
    "four_eyes": gettext_noop("a second person had to decide"),
}


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    rows = Decision.objects.of(asked.tenant_id).exclude(bypassed=[])
    rows = rows.select_related("membership", "proposal")
    found = newest(rows, asked, source=SOURCE, at="decided_at", limit=limit)
    return [_line(asked, one) for one in found]


def _line(asked: AuditAsked, one: Decision) -> Line:
    rules = "; ".join(gettext(RULES.get(code, code)) for code in one.bypassed)
    return Line(
        place=Place(one.decided_at, SOURCE, one.pk),
        group=Group.SET_ASIDE,
        who=one.membership.display_name,
        said=gettext("Approved {order_number} and set a rule aside: {rules}").format(
            order_number=one.proposal.order_number, rules=rules
        ),
        code=", ".join(one.bypassed),
        link=reverse("review:receipt", args=[asked.shop.slug, one.pk]),
        link_words=gettext("Receipt"),
    )
