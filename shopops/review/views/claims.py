"""Taking an order, giving it back, assigning it; and the heartbeat of an open page."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from shopops.review import claiming
from shopops.review.claims import claim_of
from shopops.review.detail.claim_strip import claim_strip
from shopops.review.detail.reading import find_proposal
from shopops.review.ids import read_id
from shopops.review.refusals import DecisionRefused, NoSuchOrder, UnknownAssignee
from shopops.review.views.addresses import proposal_address, query_string
from shopops.review.views.refused import refused_page
from shopops.tenants.access import rendered, shop_command, shop_scope
from shopops.tenants.models import Membership, Role


@require_POST
@shop_command(Role.REVIEWER)
def claim(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    try:
        claiming.claim(tenant_id=member.tenant_id, proposal_id=proposal_id, person=member)
    except DecisionRefused as refusal:
        return _refused(request, member, proposal_id, refusal)
    return redirect(proposal_address(request, member, proposal_id))


@require_POST
@shop_command(Role.REVIEWER)
def release(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    try:
        claiming.release(tenant_id=member.tenant_id, proposal_id=proposal_id, person=member)
    except DecisionRefused as refusal:
        return _refused(request, member, proposal_id, refusal)
    return redirect(proposal_address(request, member, proposal_id))


@require_POST
@shop_command(Role.REVIEWER)
def assign(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    try:
        given = claiming.assign(
            tenant_id=member.tenant_id,
            proposal_id=proposal_id,
            person=member,
            to=_membership(request.POST.get("to", "")),
        )
    except DecisionRefused as refusal:
        return _refused(request, member, proposal_id, refusal)
    said = _("{name} has it now, until it is given back.")
    messages.success(request, said.format(name=given.holder.display_name))
    return redirect(proposal_address(request, member, proposal_id))


@require_POST
@shop_command(Role.VIEWER)
def here(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    """The strip as it is now: the page exchanges it when it says something else. With `left` it was
    closed, and nobody looks at an answer."""
    try:
        if "left" in request.POST:
            claiming.leave(tenant_id=member.tenant_id, proposal_id=proposal_id, person=member)
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        claiming.heartbeat(tenant_id=member.tenant_id, proposal_id=proposal_id, person=member)
    except DecisionRefused as refusal:
        # Whoever may no longer read here sees it on the next page; a heartbeat shows nothing.
        if isinstance(refusal, NoSuchOrder):
            raise Http404 from refusal
        return HttpResponse(status=refusal.status)
    now = timezone.now()
    with shop_scope(member):
        row = find_proposal(member.tenant_id, proposal_id)
        held = claim_of(member.tenant_id, row.order_id, now)
        context = {
            "proposal": row,
            "strip": claim_strip(order_id=row.order_id, member=member, claim=held, now=now),
            "query": query_string(request),
        }
        return rendered(TemplateResponse(request, "review/detail/_claim.html", context), member)


def _refused(
    request: HttpRequest, member: Membership, proposal_id: int, refusal: DecisionRefused
) -> HttpResponse:
    """An order of another shop looks like a page that never was."""
    if isinstance(refusal, NoSuchOrder):
        raise Http404 from refusal
    return refused_page(
        request, member, refusal, again=proposal_address(request, member, proposal_id)
    )


def _membership(text: str) -> int:
    found = read_id(text)
    if found is None:
        raise UnknownAssignee
    return found
