"""Several orders at once: what is chosen comes in, its preview is shown, then the results."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from shopops.accounts.again import ask_again, can_prove_again
from shopops.accounts.freshness import proven_at
from shopops.agents.proposal import ActionKind
from shopops.policy.question import REMEDIES
from shopops.review import settings
from shopops.review.bulk.confirm import Words, confirm, find_run
from shopops.review.bulk.page import run_page
from shopops.review.bulk.preview import preview
from shopops.review.bulk.refusals import NoSuchPreview
from shopops.review.bulk.undoing import returnable, undo_run
from shopops.review.ids import read_id
from shopops.review.last_decided import forget
from shopops.review.models import BulkKind
from shopops.review.proof import AtPage
from shopops.review.refusals import (
    DecisionRefused,
    IdentitySupplied,
    NotConfirmedAgain,
    UnknownAction,
    UnknownDecision,
)
from shopops.review.views.addresses import query_string
from shopops.review.views.refused import refused_page
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

CONFIRMS = frozenset({"csrfmiddlewaretoken", "reason", "preset", "sure"})
NO_ID = 0  # what is no id of ours is like an id that no proposal has


@require_POST
@shop_command(Role.REVIEWER)
def choose(request: HttpRequest, member: Membership) -> HttpResponse:
    """`item` once per order, `decision`, and `prefer`: the kind to take of alternatives."""
    try:
        run = preview(
            tenant_id=member.tenant_id,
            reviewer=member,
            kind=_kind(request.POST.get("decision", "")),
            proposal_ids=[read_id(one) or NO_ID for one in request.POST.getlist("item")],
            prefer=_prefer(request.POST.get("prefer", "")),
        )
    except DecisionRefused as refusal:
        return refused_page(request, member, refusal)
    return redirect(_address(request, member, run))


@shop_page(Role.REVIEWER)
def run(request: HttpRequest, member: Membership, run_id: UUID) -> HttpResponse:
    return _page(request, member, run_id)


@require_POST
@shop_command(Role.REVIEWER)
def decide(request: HttpRequest, member: Membership, run_id: UUID) -> HttpResponse:
    """Sent again, it shows what the first time came to."""
    others = sorted(name for name in request.POST if name not in CONFIRMS)
    if others:
        return refused_page(request, member, IdentitySupplied(others))
    words = Words(
        reason=request.POST.get("reason", ""),
        preset=request.POST.get("preset", ""),
        sure=request.POST.get("sure") == "yes",
    )
    try:
        confirm(
            tenant_id=member.tenant_id,
            run_id=run_id,
            reviewer=member,
            words=words,
            page=AtPage(proven_at(request)),
        )
    except NoSuchPreview as refusal:
        raise Http404 from refusal
    except DecisionRefused as refusal:
        if isinstance(refusal, NotConfirmedAgain) and can_prove_again(request):
            return ask_again(request, _("Approving these orders together"))
        with shop_scope(member):
            return rendered(_page(request, member, run_id, words, refusal), member)
    forget(request)
    return redirect(_address(request, member, run_id))


@require_POST
@shop_command(Role.REVIEWER)
def undo(request: HttpRequest, member: Membership, run_id: UUID) -> HttpResponse:
    """`only`: one proposal's decision; without it, all that can still be taken back."""
    only = read_id(request.POST["only"]) or NO_ID if "only" in request.POST else None
    try:
        done = undo_run(tenant_id=member.tenant_id, run_id=run_id, reviewer=member, only=only)
    except NoSuchPreview as refusal:
        raise Http404 from refusal
    if done.back:
        messages.success(request, _("Taken back: {orders}.").format(orders=", ".join(done.back)))
    if done.kept or not done.back:
        kept = ", ".join(done.kept) or _("its time is over, or it was taken back before")
        messages.error(request, _("Not taken back: {orders}.").format(orders=kept))
    return redirect(_address(request, member, run_id))


def _page(
    request: HttpRequest,
    member: Membership,
    run_id: UUID,
    words: Words | None = None,
    refusal: DecisionRefused | None = None,
) -> TemplateResponse:
    try:
        found, now = find_run(member.tenant_id, run_id, member), timezone.now()
        shown = run_page(found, now)
    except NoSuchPreview as missing:
        raise Http404 from missing
    results = shown.run.confirmed_at is not None
    open_ones = [row.pk for row in returnable(found, member, now)]
    context = {
        "section": "review",
        "page": shown,
        "words": words or Words(),
        "refusal": refusal,
        "returnable": open_ones,
        "back_until": shown.back_until(open_ones),
        "reasons": settings.current(member.tenant_id).reject_reasons,
        "query": query_string(request),
    }
    template = "review/bulk_results.html" if results else "review/bulk_preview.html"
    return TemplateResponse(request, template, context, status=refusal.status if refusal else None)


def _kind(text: str) -> BulkKind:
    if text not in BulkKind.values:
        raise UnknownDecision
    return BulkKind(text)


def _prefer(text: str) -> ActionKind | None:
    if not text:
        return None
    if text not in REMEDIES:
        raise UnknownAction
    return ActionKind(text)


def _address(request: HttpRequest, member: Membership, run_id: UUID) -> str:
    path = reverse("review:bulk_run", args=[member.tenant.slug, run_id])
    return f"{path}{query_string(request)}"
