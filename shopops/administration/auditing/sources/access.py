"""Pages and calls that a role or a token's scope did not open."""

import re

from django.urls import reverse
from django.utils.translation import gettext

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources.keyset import newest
from shopops.guards.models import RefusedAccess

SOURCE = 6
ID = re.compile(r"[<{][^>}]*[>}]")  # where an address has one, as its pattern has it


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    rows = RefusedAccess.objects.of(asked.tenant_id).select_related("membership", "token")
    return [_line(asked, one) for one in newest(rows, asked, source=SOURCE, at="at", limit=limit)]


def _line(asked: AuditAsked, one: RefusedAccess) -> Line:
    often = (
        "" if one.times == 1 else gettext(", {times} times within the hour").format(times=one.times)
    )
    what = gettext("a page that the role does not open")
    if one.token is not None:
        what = gettext("a call that the token’s scopes do not open")
    through = (
        ""
        if one.token is None
        else gettext("Through the API token {prefix}… ").format(prefix=one.token.prefix)
    )
    return Line(
        place=Place(one.at, SOURCE, one.pk),
        group=Group.REFUSALS,
        who="" if one.membership is None else one.membership.display_name,
        said=gettext("Asked for {what}{often}").format(what=what, often=often),
        detail=f"{through}/{ID.sub('…', one.route)}",
        code="role_missing" if one.token is None else "scope_missing",
        link=reverse("administration:members", args=[asked.shop.slug]),
        link_words=gettext("Members"),
    )
