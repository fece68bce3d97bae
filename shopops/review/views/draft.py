"""A model drafts words beside the fields that are being changed. Nothing of it is kept."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from shopops.review.detail.edit_form import OutlineField, as_typed, with_draft
from shopops.review.detail.page import detail_of
from shopops.review.drafting.draft import NewDraft, draft_words
from shopops.review.drafting.refusals import DraftingRefused
from shopops.review.ids import read_id
from shopops.review.views.addresses import proposal_address
from shopops.review.views.queue import detail_context, queue_context
from shopops.review.views.refusing import REFUSED
from shopops.tenants.access import rendered, shop_command, shop_scope
from shopops.tenants.models import Membership, Role


@require_POST
@shop_command(Role.REVIEWER)
def draft(request: HttpRequest, member: Membership, proposal_id: int) -> HttpResponse:
    try:
        made = draft_words(
            member=member,
            proposal_id=proposal_id,
            index=read_id(request.POST.get("index", "")),
            now=timezone.now(),
        )
    except DraftingRefused as refusal:
        return _refused(request, member, proposal_id, refusal)
    if request.headers.get("HX-Request") == "true":
        field = OutlineField(made.index, "", [], draft=made.text, token=made.token)
        context = {"field": field, "language": made.language}
        return TemplateResponse(request, "review/detail/_drafted.html", context)
    return _whole(request, member, proposal_id, made)


def _refused(
    request: HttpRequest, member: Membership, proposal_id: int, refusal: DraftingRefused
) -> HttpResponse:
    """What was typed, and an earlier draft, stay where they are."""
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(
            str(refusal),
            content_type="text/plain; charset=utf-8",
            status=refusal.status,
            headers={REFUSED: refusal.code},
        )
    return _whole(request, member, proposal_id, refusal)


def _whole(
    request: HttpRequest, member: Membership, proposal_id: int, came: NewDraft | DraftingRefused
) -> HttpResponse:
    """Without JavaScript: the page with the form as it was sent, and what came of it."""
    with shop_scope(member):
        detail = detail_of(member.tenant_id, proposal_id, timezone.now())
        context = detail_context(request, member, detail)
        here = context["standing"]
        if not here.form:
            messages.error(request, str(came))
            return redirect(proposal_address(request, member, proposal_id))
        form = as_typed(here.form, request.POST)
        if isinstance(came, NewDraft):
            form = with_draft(form, came.index, came.text, came.token)
        context |= {"standing": replace(here, form=form), "drafting": came}
        context |= {**queue_context(request, member), **context}
        status = came.status if isinstance(came, DraftingRefused) else 200
        page = TemplateResponse(request, "review/review.html", context, status=status)
        return rendered(page, member)
