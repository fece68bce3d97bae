"""What would change: try a draft out on the orders of the last days, before it is saved."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from shopops.accounts.again import proof_asked
from shopops.administration.forms import CapsFormSet, NumbersForm, PreviewForm, ReasonForm
from shopops.administration.preview import reading, running
from shopops.administration.preview.models import PreviewRun, Stage
from shopops.administration.preview.tasks import wake
from shopops.administration.refusals import SettingsRefusal
from shopops.administration.threshold_draft import valid_draft
from shopops.administration.threshold_page import moved_form, thresholds_form
from shopops.administration.threshold_saving import SAVING, in_force_words, put_in_force
from shopops.administration.threshold_words import in_sentences
from shopops.administration.words import in_words
from shopops.agents.threshold_changes import changes
from shopops.agents.thresholds import Thresholds
from shopops.outbox.enqueue import carries_permitted
from shopops.review.counted import half_approved
from shopops.tenants import thresholds
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

HALF_CAP = 20  # orders named on the page
TEMPLATE = "administration/what_would_change.html"


@require_POST
@shop_command(least=Role.ADMIN)
def begin_preview(request: HttpRequest, member: Membership) -> HttpResponse:
    """From the thresholds form. A small shop has its answer at once, a large one is carried on by
    the worker; the run's page shows either."""
    numbers, caps = NumbersForm(request.POST), CapsFormSet(request.POST)
    trial = PreviewForm(request.POST)
    draft = valid_draft(member, numbers, caps, "reason")
    if draft is None or not trial.is_valid():
        with shop_scope(member):
            return rendered(thresholds_form(request, member, numbers, caps, status=422), member)
    if numbers.cleaned_data["based_on"] != draft.version:
        return moved_form(request, member, numbers, caps)
    return _begun(member, draft, trial.cleaned_data["days"], numbers.cleaned_data["reason"])


@require_POST
@shop_command(least=Role.ADMIN)
def preview_version(request: HttpRequest, member: Membership, version: int) -> HttpResponse:
    """What it would change to restore a version."""
    with shop_scope(member):
        current = thresholds.current(member.tenant_id).version
        older = reading.version_or_404(member.tenant_id, version)
    draft = reading.as_next(older, current)
    return _begun(member, draft, 30, gettext("Restores version {version}").format(version=version))


def _begun(member: Membership, draft: Thresholds, days: int, reason: str) -> HttpResponse:
    now = timezone.now()
    run = running.begin(
        tenant_id=member.tenant_id,
        draft=draft,
        based_on=draft.version,
        days=days,
        reason=reason,
        asked_by=member,
        now=now,
    )
    if running.first_step(tenant_id=member.tenant_id, run_id=run.pk, now=now):
        wake(member.tenant_id, run.pk)
    return redirect("administration:preview", member.tenant.slug, run.pk)


def preview_page(request: HttpRequest, slug: str, run_id: int) -> HttpResponse:
    view = save_preview if request.method == "POST" else show_preview
    return view(request, slug=slug, run_id=run_id)


@shop_page(least=Role.AUDITOR)
def show_preview(request: HttpRequest, member: Membership, run_id: int) -> HttpResponse:
    run = reading.run_of(member.tenant_id, run_id)
    return _page(request, member, run, ReasonForm(initial={"reason": run.reason}))


@shop_command(least=Role.ADMIN)
def save_preview(request: HttpRequest, member: Membership, run_id: int) -> HttpResponse:
    """Put the draft into force, as it was tried out."""
    with shop_scope(member):
        run = reading.run_of(member.tenant_id, run_id)
    form, status = ReasonForm(request.POST), 422
    if form.is_valid():
        if asks := proof_asked(request, gettext(SAVING)):
            return asks
        try:
            saved = put_in_force(
                numbers=reading.draft_of_run(run),
                based_on=run.based_on,
                reason=form.cleaned_data["reason"],
                author=member,
            )
        except SettingsRefusal as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(request, in_force_words(saved.version))
            return redirect("administration:thresholds", member.tenant.slug)
    with shop_scope(member):
        return rendered(_page(request, member, run, form, status=status), member)


@require_POST
@shop_command(least=Role.ADMIN)
def stop_preview(request: HttpRequest, member: Membership, run_id: int) -> HttpResponse:
    with shop_scope(member):
        run = reading.run_of(member.tenant_id, run_id)
    running.cancel(tenant_id=member.tenant_id, run_id=run.pk)
    return redirect("administration:preview", member.tenant.slug, run.pk)


def _page(
    request: HttpRequest,
    member: Membership,
    run: PreviewRun,
    form: ReasonForm,
    status: int = 200,
) -> TemplateResponse:
    current = thresholds.current(member.tenant_id)
    base, draft = thresholds.at(member.tenant_id, run.based_on), reading.draft_of_run(run)
    asked = request.GET.get("moved", "")
    tally, carrying = reading.tally_of(run), carries_permitted(member.tenant_id)
    context = {
        "section": "settings",
        "run": run,
        "form": form,
        "is_running": run.stage == Stage.RUNNING,
        "percent": reading.percent(run),
        "changes": in_words(changes(base, draft)),
        "draft_words": in_sentences(draft),
        "current": current,
        "half_approved": half_approved(member.tenant_id, HALF_CAP),
        "half_cap": HALF_CAP,
        "overtaken": current.version != run.based_on,
        "tally": tally,
        "figures": reading.figures(tally),
        "steps": reading.step_figures(tally),
        "permitted": reading.permitted_words(tally, carried_out=carrying),
        "open_moves": reading.move_rows(tally.open),
        "settled_moves": reading.move_rows(tally.settled),
        "offers": list(reading.offer_rows(tally)),
        "asked": asked,
        "listed": reading.listed(run, asked=asked, after=request.GET.get("after", "")),
        "older": reading.older_waiting(member.tenant_id, run.since),
        "recent": reading.recent_runs(member.tenant_id),
        "older_cap": reading.OLDER_CAP,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)
