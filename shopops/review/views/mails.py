"""The customer's mail as it goes with what is chosen on the page of an order."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from shopops.review.decision_form import chosen_in
from shopops.review.detail.page import detail_of
from shopops.review.detail.proposed import as_chosen
from shopops.tenants.access import shop_page
from shopops.tenants.models import Membership


@shop_page()
def mails(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    """Only asks: what is decided is what the decision's form sends."""
    detail = detail_of(member.tenant_id, proposal_id, timezone.now())
    if detail.pending:
        detail = replace(detail, proposed=as_chosen(detail.proposed, chosen_in(request.GET)))
    return TemplateResponse(request, "review/detail/_mail.html", {"detail": detail})
