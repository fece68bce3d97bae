"""What is carried out: the list, and one effect."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers

from shopops.alarms.clock import database_now
from shopops.connectors.ports import EffectKind
from shopops.execution.pages.asked import read_asked
from shopops.execution.pages.detail import detail_of, find_effect
from shopops.execution.pages.listing import is_anything_connected, listing
from shopops.execution.pages.words import kind_words
from shopops.tenants.access import allows, shop_page
from shopops.tenants.models import Membership, Role

LIST, ROWS, ONE = "execution/list.html", "execution/_rows.html", "execution/one.html"


@shop_page()
def executions(request: HttpRequest, member: Membership) -> HttpResponse:
    now = database_now()
    asked = read_asked(request.GET, member.tenant_id, now)
    context = {
        "section": "executions",
        "listing": listing(member.tenant_id, asked, now),
        "kinds": [(kind.value, kind_words(kind)) for kind in EffectKind],
        "connected": is_anything_connected(member.tenant_id),
        "may_connect": allows(member, Role.ADMIN),
    }
    more = request.headers.get("HX-Target") == "more"
    response = TemplateResponse(request, ROWS if more else LIST, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


@shop_page()
def execution(request: HttpRequest, member: Membership, effect_id: int) -> HttpResponse:
    return TemplateResponse(request, ONE, one_context(member, effect_id))


def one_context(member: Membership, effect_id: int) -> dict[str, Any]:
    """In the shop's scope."""
    effect = find_effect(member.tenant_id, effect_id)
    return {
        "section": "executions",
        "detail": detail_of(effect, member=member, now=database_now()),
        "may_act": allows(member, Role.REVIEWER),
        "sees_settings": allows(member, Role.AUDITOR),
    }
