"""The page on which an admin of the shop changes its numbers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from shopops.accounts.again import proof_asked
from shopops.administration.draft import blank_forms
from shopops.administration.forms import CapsFormSet, NumbersForm
from shopops.administration.preview.reading import draft_to_edit
from shopops.administration.refusals import SettingsRefusal, VersionMoved
from shopops.administration.threshold_draft import valid_draft
from shopops.administration.threshold_page import moved_form, thresholds_form
from shopops.administration.threshold_saving import SAVING, in_force_words, put_in_force
from shopops.agents.thresholds import Thresholds
from shopops.tenants import thresholds
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role


def thresholds_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = save_page if request.method == "POST" else show_page
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show_page(request: HttpRequest, member: Membership) -> HttpResponse:
    """With `?draft=` the numbers that a preview was made of are filled in, to go on from."""
    current = thresholds.current(member.tenant_id)
    shown, reason = draft_to_edit(member.tenant_id, request.GET.get("draft", ""), current)
    numbers, caps = blank_forms(shown)
    numbers.initial["reason"] = reason
    return thresholds_form(request, member, numbers, caps)


@shop_command(least=Role.ADMIN)
def save_page(request: HttpRequest, member: Membership) -> HttpResponse:
    numbers, caps = NumbersForm(request.POST), CapsFormSet(request.POST)
    status = 422
    draft = valid_draft(member, numbers, caps)
    if draft is not None:
        if asks := proof_asked(request, gettext(SAVING)):
            return asks
        try:
            saved = _save(draft, numbers, member)
        except VersionMoved:
            return moved_form(request, member, numbers, caps)
        except SettingsRefusal as refusal:
            numbers.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(request, in_force_words(saved))
            return redirect("administration:thresholds", member.tenant.slug)
    with shop_scope(member):
        page = thresholds_form(request, member, numbers, caps, status=status)
        return rendered(page, member)


def _save(draft: Thresholds, numbers: NumbersForm, member: Membership) -> int:
    return put_in_force(
        numbers=draft,
        based_on=numbers.cleaned_data["based_on"],
        reason=numbers.cleaned_data["reason"],
        author=member,
    ).version
