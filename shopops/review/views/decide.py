"""A decision comes in. It is taken from the handle; success is shown after the commit."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from shopops.review.decision_form import DecisionForm, read_decision
from shopops.review.decisions import Decided, approve, handle_outside, reject
from shopops.review.handles import find_handle
from shopops.review.models import DecisionKind
from shopops.review.refusals import DecisionRefused, HandleUnknown, Stale
from shopops.review.renewal import propose_again
from shopops.review.views.queue import query_string
from shopops.tenants.access import rendered, shop_command, shop_scope
from shopops.tenants.models import Membership, Role

SAID = {
    DecisionKind.APPROVE: "approved. Held: carrying out is not connected yet.",
    DecisionKind.REJECT: "rejected. Nothing of it will happen.",
    DecisionKind.HANDLED_OUTSIDE: "recorded as handled outside.",
}
HALF = "approved, 1 of 2. It waits for a second person."


@require_POST
@shop_command(Role.REVIEWER)
def decide(request: HttpRequest, member: Membership) -> HttpResponse:
    try:
        decided = _decided(read_decision(request.POST), member)
    except DecisionRefused as refusal:
        return _refused(request, member, refusal)
    said = SAID[decided.kind] if decided.final else HALF
    messages.success(request, f"{decided.order_number} {said}")
    return redirect(_address(request, member, decided.proposal_id))


def _decided(form: DecisionForm, member: Membership) -> Decided:
    """The form has named one of the three; each takes what it needs."""
    decide_as = {
        DecisionKind.APPROVE: partial(
            approve, action_indexes=form.action_indexes, reason=form.reason
        ),
        DecisionKind.REJECT: partial(reject, reason=form.reason),
        DecisionKind.HANDLED_OUTSIDE: partial(
            handle_outside, outcome=form.outcome, reason=form.reason
        ),
    }[form.decision]
    return decide_as(tenant_id=member.tenant_id, handle=form.handle, reviewer=member)


def _refused(request: HttpRequest, member: Membership, refusal: DecisionRefused) -> HttpResponse:
    """A page that says why and leads on. The refused transaction wrote nothing."""
    if isinstance(refusal, Stale) and refusal.replaced_by is None:
        refusal.replaced_by = propose_again(
            tenant_id=member.tenant_id, order_id=refusal.order_id, now=timezone.now()
        )
    with shop_scope(member):
        context = {
            "section": "review",
            "refusal": refusal,
            "again": _again(request, member),
            "query": query_string(request),
        }
        page = TemplateResponse(request, "review/refused.html", context, status=refusal.status)
        return rendered(page, member)


def _again(request: HttpRequest, member: Membership) -> str:
    """The order that the form was about, when its handle is this person's."""
    try:
        held = find_handle(
            tenant_id=member.tenant_id, handle=request.POST.get("handle", ""), reviewer=member
        )
    except HandleUnknown:
        return ""
    return _address(request, member, held.proposal_id)


def _address(request: HttpRequest, member: Membership, proposal_id: int) -> str:
    path = reverse("review:proposal", args=[member.tenant.slug, proposal_id])
    return f"{path}{query_string(request)}"
