"""The page that says why something was not done, and leads on."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from shopops.review.refusals import DecisionRefused
from shopops.review.views.addresses import query_string
from shopops.tenants.access import rendered, shop_scope
from shopops.tenants.models import Membership


def refused_page(
    request: HttpRequest, member: Membership, refusal: DecisionRefused, *, again: str = ""
) -> HttpResponse:
    """`again`: the address of what it was about."""
    with shop_scope(member):
        context = {
            "section": "review",
            "refusal": refusal,
            "again": again,
            "query": query_string(request),
        }
        page = TemplateResponse(request, "review/refused.html", context, status=refusal.status)
        return rendered(page, member)
