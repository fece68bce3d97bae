"""Sending a file of orders, seeing what is in it, and giving one's word to import it."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_POST, require_safe

from shopops.ledger.taken_out import note_taken_out
from shopops.orchestrator.resolve import count_orders
from shopops.review.counts import count_waiting
from shopops.setup.files import words, working
from shopops.setup.files.forms import FileForm
from shopops.setup.files.kinds import KINDS
from shopops.setup.files.receiving import receive
from shopops.setup.files.refusals import FileRefused
from shopops.setup.files.refused import count_kept, sheet
from shopops.setup.files.tasks import wake
from shopops.setup.models import WORKING, OrderFile, Stage
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

MOST_RECENT = 10
OVER = gettext_noop("This file was imported or discarded meanwhile.")


def orders_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = send if request.method == "POST" else show
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership) -> HttpResponse:
    return _page(request, member, FileForm())


@shop_command(least=Role.ADMIN)
def send(request: HttpRequest, member: Membership) -> HttpResponse:
    """A small file is read while the browser waits, a larger one by the worker."""
    form = FileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            file = receive(
                upload=form.cleaned_data["file"],
                source_format=form.cleaned_data["kind"],
                sent_by=member,
                now=timezone.now(),
            )
        except FileRefused as refusal:
            form.add_error("file", str(refusal))
        else:
            if file.stage == Stage.CHECKING and file.size <= working.AT_ONCE:
                working.check(file=file, now=timezone.now)
            elif file.stage == Stage.CHECKING:
                wake(member.tenant_id, file.pk)
            return redirect("setup:file", member.tenant.slug, file.pk)
    with shop_scope(member):
        return rendered(_page(request, member, form, status=422), member)


@shop_page(least=Role.AUDITOR)
def file_page(request: HttpRequest, member: Membership, file_id: int) -> HttpResponse:
    file = _file(member, file_id)
    stage, begun = Stage(file.stage), _begun(file)
    found, taken = working.tally_of(file.found), working.tally_of(file.taken)
    tally = taken if begun else found
    context = {
        "section": "settings",
        "file": file,
        "what": gettext(KINDS[file.source_format].words),
        "is_working": stage in WORKING,
        "begun": begun,
        "found": found,
        "tally": tally,
        "figures": words.figures(tally, done=begun),
        "verdict": words.verdict(tally, gettext(KINDS[file.source_format].words), stage),
        "hints": words.hints(tally),
        "undated": words.undated(tally),
        "orderless": words.orderless(tally),
        "waiting": count_waiting(member.tenant_id),
    }
    response = TemplateResponse(request, "setup/file.html", context)
    if request.headers.get("HX-Request") == "true" and not context["is_working"]:
        response.headers["HX-Refresh"] = "true"  # what the frame of the page counts is new, too
    return response


@require_safe
@shop_command(least=Role.AUDITOR)  # type: ignore[arg-type]  # an answer in pieces
def refused_rows(request: HttpRequest, member: Membership, file_id: int) -> HttpResponseBase:
    """As they came. That they were taken out is on the ledger before the first is given."""
    with shop_scope(member):
        file, now = _file(member, file_id), timezone.now()
        begun = _begun(file)
        count = count_kept(file, taken=begun)
        note_taken_out("refused rows", by=member, now=now, file=file.pk, rows=count)
    name = f"{member.tenant.slug}-refused-{file.pk}.csv"
    return StreamingHttpResponse(
        sheet(file, taken=begun),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_POST
@shop_command(least=Role.ADMIN)
def import_file(request: HttpRequest, member: Membership, file_id: int) -> HttpResponse:
    with shop_scope(member):
        file = _file(member, file_id)
    if working.begin_import(file=file, now=timezone.now):
        wake(member.tenant_id, file.pk)
    else:
        messages.error(request, gettext(OVER))
    return redirect("setup:file", member.tenant.slug, file.pk)


@require_POST
@shop_command(least=Role.ADMIN)
def discard_file(request: HttpRequest, member: Membership, file_id: int) -> HttpResponse:
    with shop_scope(member):
        file = _file(member, file_id)
    if working.discard(file=file, now=timezone.now):
        messages.success(
            request,
            gettext("{name} is discarded. Nothing of it was imported.").format(name=file.name),
        )
        return redirect("setup:orders", member.tenant.slug)
    messages.error(request, gettext(OVER))
    return redirect("setup:file", member.tenant.slug, file.pk)


def _begun(file: OrderFile) -> bool:
    """What is said is what became of it, not what would."""
    return bool(file.rows) or file.stage in (Stage.IMPORTING, Stage.RESOLVING, Stage.DONE)


def _file(member: Membership, file_id: int) -> OrderFile:
    """Another shop's looks like one that never was."""
    files = OrderFile.objects.of(member.tenant_id).select_related("sent_by")
    found = files.filter(pk=file_id).first()
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, member: Membership, form: FileForm, status: int = 200
) -> TemplateResponse:
    context: dict[str, Any] = {
        "section": "settings",
        "form": form,
        "files": OrderFile.objects.of(member.tenant_id).order_by("-id")[:MOST_RECENT],
        "orders": count_orders(member.tenant_id),
        "api": f"{settings.SHOPOPS_SITE_URL}{reverse('api-v1:upsert_orders')}",
    }
    return TemplateResponse(request, "setup/orders.html", context, status=status)
