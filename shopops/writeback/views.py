"""Whether the shop's records and the ledger agree, and writing a note once more."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from shopops.review.refusals import DecisionRefused
from shopops.tenants.access import allows, rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role
from shopops.writeback.again import write_again
from shopops.writeback.audits import EVERY
from shopops.writeback.page import is_written_to, page_of

PAGE = "writeback/audit.html"


@shop_page()
def audit(request: HttpRequest, member: Membership) -> HttpResponse:
    return TemplateResponse(request, PAGE, _context(member))


@require_POST
@shop_command(Role.REVIEWER)
def again(request: HttpRequest, member: Membership) -> HttpResponse:
    asked = {name: request.POST.get(name, "") for name in ("order", "note", "reason")}
    try:
        write_again(
            tenant_id=member.tenant_id,
            order_id=asked["order"],
            code=asked["note"],
            by=member,
            reason=asked["reason"],
        )
    except DecisionRefused as refusal:
        shown = {**asked, "said": str(refusal), "code": refusal.code}
        with shop_scope(member):
            context = {**_context(member), "refusal": shown}
            page = TemplateResponse(request, PAGE, context, status=refusal.status)
            return rendered(page, member)
    messages.success(request, _("It is written again. The next look shows whether it is there."))
    return redirect("writeback:audit", member.tenant.slug)


def _context(member: Membership) -> dict[str, Any]:
    """In the shop's scope."""
    return {
        "section": "executions",
        "audit": page_of(member.tenant_id),
        "written_to": is_written_to(member.tenant_id),
        "may_connect": allows(member, Role.ADMIN),
        "may_act": allows(member, Role.REVIEWER),
        "minutes": EVERY.seconds // 60,
    }
