"""The page on which an admin of the shop changes its numbers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone

from shopops.administration.draft import blank_forms, draft_of
from shopops.administration.forms import CapsFormSet, NumbersForm
from shopops.administration.history import version_history
from shopops.administration.merging import on_top_of
from shopops.administration.refusals import SettingsRefusal, VersionMoved
from shopops.administration.thresholds import change_thresholds
from shopops.agents.thresholds import Thresholds
from shopops.tenants import thresholds
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role
from shopops.tenants.thresholds import NoThresholds

TEMPLATE = "administration/thresholds.html"


def thresholds_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = save_page if request.method == "POST" else show_page
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show_page(request: HttpRequest, member: Membership) -> HttpResponse:
    current = thresholds.current(member.tenant_id)
    numbers, caps = blank_forms(current)
    return _page(request, member, numbers, caps)


@shop_command(least=Role.ADMIN)
def save_page(request: HttpRequest, member: Membership) -> HttpResponse:
    numbers, caps = NumbersForm(request.POST), CapsFormSet(request.POST)
    status = 422
    if numbers.is_valid() and caps.is_valid():
        with shop_scope(member):
            current = thresholds.current(member.tenant_id)
        try:
            saved = _save(draft_of(current, numbers, caps), numbers, member)
        except VersionMoved as moved:
            return _moved(request, member, numbers, caps, str(moved))
        except SettingsRefusal as refusal:
            numbers.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(
                request, f"Version {saved} is in force. The next proposal is judged under it."
            )
            return redirect("administration:thresholds", member.tenant.slug)
    with shop_scope(member):
        return rendered(_page(request, member, numbers, caps, status=status), member)


def _save(draft: Thresholds, numbers: NumbersForm, member: Membership) -> int:
    return change_thresholds(
        tenant_id=member.tenant_id,
        numbers=draft,
        based_on=numbers.cleaned_data["based_on"],
        reason=numbers.cleaned_data["reason"],
        author=member,
        now=timezone.now(),
    ).version


def _moved(
    request: HttpRequest, member: Membership, numbers: NumbersForm, caps: CapsFormSet, words: str
) -> HttpResponse:
    """The page with what this author changed, on top of what somebody else saved."""
    with shop_scope(member):
        current = thresholds.current(member.tenant_id)
        try:
            base = thresholds.at(member.tenant_id, numbers.cleaned_data["based_on"])
        except NoThresholds:
            base = current
        merged = on_top_of(current, base=base, draft=draft_of(current, numbers, caps))
        again, caps = blank_forms(merged)
        again.initial["reason"] = numbers.cleaned_data["reason"]
        return rendered(_page(request, member, again, caps, status=409, moved=words), member)


def _page(
    request: HttpRequest,
    member: Membership,
    numbers: NumbersForm,
    caps: CapsFormSet,
    status: int = 200,
    moved: str = "",
) -> TemplateResponse:
    context = {
        "section": "settings",
        "numbers": numbers,
        "caps": caps,
        "moved": moved,
        "history": version_history(member.tenant_id),
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)
