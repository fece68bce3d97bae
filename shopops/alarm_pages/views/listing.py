"""The shop's alarms by tab."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers

from shopops.alarm_pages.listing import listing
from shopops.alarm_pages.tabs import Tab
from shopops.alarm_pages.warnings import warnings
from shopops.alarms.numbers import current_and_now
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership

# What htmx swaps, by the id of its target; the full page includes the same partials.
PARTIALS = {"alarms": "alarms/_list.html", "more": "alarms/_rows.html"}


@shop_page()
def alarms(request: HttpRequest, member: Membership) -> HttpResponse:
    config, now = current_and_now(member.tenant_id)
    context = {
        "section": "alarms",
        "alarms": listing(
            member.tenant_id,
            tab=_tab(request.GET.get("tab", "")),
            search=request.GET.get("q", ""),
            after=request.GET.get("after", ""),
            now=now,
            config=config,
        ),
        "warnings": warnings(member.tenant_id),
    }
    response = TemplateResponse(request, _template(request), context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _tab(text: str) -> Tab:
    """An address that names none shows what rings."""
    return Tab(text) if text in list(Tab) else Tab.RINGING


def _template(request: HttpRequest) -> str:
    whole = "alarms/alarms.html"
    if request.headers.get("HX-Request") != "true":
        return whole
    return PARTIALS.get(request.headers.get("HX-Target", ""), whole)
