"""Where a piece of evidence comes from."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers

from shopops.review.detail.evidence_table import anchor
from shopops.review.detail.reading import find_proposal
from shopops.review.source_view import source_view
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership


@shop_page()
def evidence(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    """The page, or for htmx what its dialog shows. The short id comes as `?id=oms:order_total`."""
    found = find_proposal(member.tenant_id, proposal_id)
    shown = source_view(member.tenant_id, found, request.GET.get("id", ""))
    partial = request.headers.get("HX-Request") == "true"
    template = "review/_source.html" if partial else "review/source.html"
    context = {
        "section": "review",
        "proposal": found,
        "source": shown,
        "anchor": anchor(shown.evidence.id),
    }
    response = TemplateResponse(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
