"""Whether the shop's records and the ledger agree."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from shopops.tenants.access import allows, shop_page
from shopops.tenants.models import Membership, Role
from shopops.writeback.audits import EVERY
from shopops.writeback.page import is_written_to, page_of


@shop_page()
def audit(request: HttpRequest, member: Membership) -> HttpResponse:
    context = {
        "section": "executions",
        "audit": page_of(member.tenant_id),
        "written_to": is_written_to(member.tenant_id),
        "may_connect": allows(member, Role.ADMIN),
        "minutes": EVERY.seconds // 60,
    }
    return TemplateResponse(request, "writeback/audit.html", context)
