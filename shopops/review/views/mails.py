"""What follows from what is chosen on the page of an order: the customer's mail as it goes, and
what an approval would need."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from shopops.accounts.freshness import proven_at
from shopops.review.decision_form import chosen_in
from shopops.review.detail.page import detail_of
from shopops.review.detail.standing import standing
from shopops.review.handles import mint_handle
from shopops.review.proof import AtPage
from shopops.review.views.addresses import query_string
from shopops.tenants.access import allows, shop_page
from shopops.tenants.models import Membership, Role


@shop_page()
def mails(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    """Only asks: what is decided is what the decision's form sends."""
    now = timezone.now()
    detail = detail_of(member.tenant_id, proposal_id, now)
    if not detail.pending:
        return TemplateResponse(request, "review/detail/_mail.html", {"detail": detail})
    detail = detail.choosing(chosen_in(request.GET))
    here = standing(detail, member, now, page=AtPage(proven_at(request)))
    context = {
        "detail": detail,
        "standing": here,
        "query": query_string(request),
        "chosen_anew": True,
    }
    if allows(member, Role.REVIEWER):
        context["handle"] = mint_handle(proposal=detail.proposal, reviewer=member, now=now)
    return TemplateResponse(request, "review/detail/_chosen.html", context)
