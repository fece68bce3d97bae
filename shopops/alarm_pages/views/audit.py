"""The shop's last provenance audit."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from shopops.alarm_pages.audit import last_audit
from shopops.alarms.audits import EVERY
from shopops.tenants.access import allows, shop_page
from shopops.tenants.models import Membership, Role


@shop_page()
def audit(request: HttpRequest, member: Membership) -> HttpResponse:
    context = {
        "section": "alarms",
        "audit": last_audit(member.tenant_id),
        "minutes": EVERY.seconds // 60,
        "sees_held": allows(member, Role.AUDITOR),
    }
    return TemplateResponse(request, "alarms/audit.html", context)
