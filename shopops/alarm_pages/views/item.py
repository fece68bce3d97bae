"""One alarm item."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from shopops.alarm_pages.detail import detail_of, find_item
from shopops.alarm_pages.warnings import warnings
from shopops.alarms.numbers import current_and_now
from shopops.tenants.access import allows, shop_page
from shopops.tenants.models import Membership, Role


@shop_page()
def item(request: HttpRequest, member: Membership, item_id: int) -> HttpResponse:
    return TemplateResponse(request, "alarms/item.html", item_context(member, item_id))


def item_context(member: Membership, item_id: int) -> dict[str, Any]:
    """In a tenant scope."""
    found = find_item(member.tenant_id, item_id)
    config, now = current_and_now(member.tenant_id)
    return {
        "section": "alarms",
        "detail": detail_of(found, member=member, now=now, config=config),
        "may_answer": allows(member, Role.REVIEWER),
        "sees_held": allows(member, Role.AUDITOR),
        "warnings": warnings(member.tenant_id),
    }
