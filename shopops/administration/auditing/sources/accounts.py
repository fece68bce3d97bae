"""What happened to the accounts of the shop's people, while they were its people.

Asked for each of them by their own index: what other shops' people do is never read.
"""

from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.urls import reverse
from django.utils.translation import gettext

from shopops.accounts.models import AccountEventKind
from shopops.accounts.templatetags.account_words import browser, ways
from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place

SOURCE = 2
EVENTS = """
    SELECT event.id, event.at, event.kind, event.method, event.code, host(event.address),
           event.browser, member.id, member.display_name
    FROM tenants_membership member
    CROSS JOIN LATERAL (
        SELECT max(at) AS at FROM administration_memberchange
        WHERE NOT member.active AND tenant_id = member.tenant_id AND membership_id = member.id
            AND change = 'left') gone
    CROSS JOIN LATERAL (
        SELECT * FROM accounts_accountevent
        WHERE user_id = member.user_id AND at >= greatest(member.created_at, %s)
            AND (at, id) < (%s, %s) AND (gone.at IS NULL OR at <= gone.at)
        ORDER BY at DESC, id DESC
        LIMIT %s) event
    WHERE member.tenant_id = %s AND (%s OR member.id = %s)
    ORDER BY event.at DESC, event.id DESC
    LIMIT %s
"""


class Happened(NamedTuple):
    number: int
    at: datetime
    kind: str
    method: str
    code: str
    address: str | None
    browser: str
    member_id: int
    name: str


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    until, number = asked.before(SOURCE)
    person = asked.person
    values: list[Any] = [asked.since, until, number, limit, asked.tenant_id]
    with connection.cursor() as cursor:
        cursor.execute(EVENTS, [*values, person is None, person.pk if person else 0, limit])
        return [_line(asked, Happened(*row)) for row in cursor.fetchall()]


def _line(asked: AuditAsked, one: Happened) -> Line:
    said = gettext(AccountEventKind(one.kind).label)
    if one.method:
        said = f"{said}: {ways(one.method)}"
    where = [
        gettext("from {address}").format(address=one.address) if one.address else "",
        browser(one.browser),
    ]
    return Line(
        place=Place(one.at, SOURCE, one.number),
        group=Group.SIGN_INS,
        who=one.name,
        said=said,
        detail=", ".join(part for part in where if part),
        code=one.code,
        link=reverse("administration:member", args=[asked.shop.slug, one.member_id]),
        link_words=gettext("Member"),
    )
