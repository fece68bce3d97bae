"""A refused decision: its form comes back as it was sent, or a page says why and leads on."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from shopops.review.detail.page import detail_of
from shopops.review.detail.returned import (
    Returned,
    can_return,
    chosen_again,
    is_offered,
    typed_again,
    typed_words,
)
from shopops.review.handles import find_handle
from shopops.review.models import DecisionHandle
from shopops.review.refusals import DecisionRefused, HandleUnknown, Stale
from shopops.review.renewal import propose_again
from shopops.review.views.addresses import proposal_address, query_string
from shopops.review.views.queue import detail_context, queue_context
from shopops.tenants.access import rendered, shop_scope
from shopops.tenants.models import Membership

REFUSED = "HX-Refused"  # js/returned.js shows such an answer, whatever its status


def refused(request: HttpRequest, member: Membership, refusal: DecisionRefused) -> HttpResponse:
    """The refused transaction wrote nothing."""
    if isinstance(refusal, Stale) and refusal.replaced_by is None:
        refusal.replaced_by = propose_again(
            tenant_id=member.tenant_id, order_id=refusal.order_id, now=timezone.now()
        )
    with shop_scope(member):
        page = _page(request, member, refusal)
        page.headers[REFUSED] = refusal.code
        return rendered(page, member)


def _page(request: HttpRequest, member: Membership, refusal: DecisionRefused) -> TemplateResponse:
    held = _held(request, member)
    if held is not None:
        detail = detail_of(member.tenant_id, held.proposal_id, timezone.now())
        returned = Returned(refusal, request.POST)
        if can_return(refusal, held, detail):
            context = detail_context(request, member, chosen_again(detail, returned))
            if is_offered(returned, detail, context["standing"], member):
                return _form_again(request, member, context, returned)
    return _refusal(request, member, refusal, held)


def _form_again(
    request: HttpRequest, member: Membership, context: dict[str, Any], returned: Returned
) -> TemplateResponse:
    context |= {"returned": returned, "standing": typed_again(context["standing"], returned)}
    template = "review/_detail.html"
    if not _part(request):
        template = "review/review.html"
        context = {**queue_context(request, member), **context}
    return TemplateResponse(request, template, context, status=returned.refusal.status)


def _refusal(
    request: HttpRequest,
    member: Membership,
    refusal: DecisionRefused,
    held: DecisionHandle | None,
) -> TemplateResponse:
    context: dict[str, Any] = {
        "section": "review",
        "refusal": refusal,
        "typed": typed_words(request.POST),
        "query": query_string(request),
    }
    if held is not None:
        again = proposal_address(request, member, held.proposal_id)
        context |= {"about": held.proposal_id, "again": again}
    template = "review/_refusal.html" if _part(request) else "review/refused.html"
    return TemplateResponse(request, template, context, status=refusal.status)


def _held(request: HttpRequest, member: Membership) -> DecisionHandle | None:
    """When it is this person's; it says which order the form was about."""
    try:
        return find_handle(
            tenant_id=member.tenant_id, handle=request.POST.get("handle", ""), reviewer=member
        )
    except HandleUnknown:
        return None


def _part(request: HttpRequest) -> bool:
    """htmx exchanges the order alone."""
    return request.headers.get("HX-Request") == "true"
