"""The audit page, and the same rows as a file."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from shopops.administration.auditing.asked import AuditAsked, read_asked
from shopops.administration.auditing.lines import Group, read_place
from shopops.administration.auditing.listing import all_lines, listing
from shopops.administration.auditing.sheet import AT_ONCE, MOST_LINES, sheet_text
from shopops.alarm_pages.audit import last_audit
from shopops.ledger.pages import last_verified
from shopops.ledger.taken_out import note_taken_out
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership, Role

WHOLE, ROWS = "administration/audit.html", "administration/_audit_rows.html"
MOST_PEOPLE = 500  # in the list to choose from


@shop_page(least=Role.AUDITOR)
def page(request: HttpRequest, member: Membership) -> HttpResponse:
    asked = _asked(request, member)
    context = {
        "section": "settings",
        "asked": asked,
        "listing": listing(asked),
        "groups": list(Group),
        "people": _people(member.tenant_id),
        "verified": last_verified(member.tenant_id),
        "alarms_audit": last_audit(member.tenant_id),
        "most": MOST_LINES,
    }
    is_part = request.headers.get("HX-Target") == "more"
    response = TemplateResponse(request, ROWS if is_part else WHOLE, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


@shop_page(least=Role.AUDITOR)
def sheet(request: HttpRequest, member: Membership) -> HttpResponse:
    """The newest ones. That it was taken out is on the ledger with it, and not yet in it."""
    asked = _asked(request, member)
    lines = list(all_lines(asked, most=MOST_LINES, page=AT_ONCE))
    now = timezone.now()
    note_taken_out("audit", by=member, now=now, rows=len(lines), asked=asked.query)
    name = f"{member.tenant.slug}-audit-{timezone.localtime(now):%Y-%m-%d}.csv"
    return HttpResponse(
        sheet_text(lines),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _asked(request: HttpRequest, member: Membership) -> AuditAsked:
    after = read_place(request.GET.get("after", ""))
    return read_asked(request.GET, shop=member.tenant, now=timezone.now(), after=after)


def _people(tenant_id: int) -> Sequence[Membership]:
    found = Membership.objects.filter(tenant_id=tenant_id).order_by("-active", "display_name")
    return list(found[:MOST_PEOPLE])
