"""Setting a shop up: the list of steps, and the two forms that stand nowhere else."""

from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext

from shopops.accounts.again import proof_asked
from shopops.administration.refusals import NothingChanged, SettingsRefusal
from shopops.administration.threshold_saving import SAVING, in_force_words, put_in_force
from shopops.setup.checklist import currencies_of_orders, steps
from shopops.setup.forms import AmountsFormSet, BasedOnForm, ShopForm, amounts_initial
from shopops.setup.renaming import change_shop
from shopops.tenants import thresholds
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role
from shopops.tenants.own_reasons import SET_UP


@shop_page(least=Role.AUDITOR)
def checklist_page(request: HttpRequest, member: Membership) -> HttpResponse:
    found = steps(member.tenant)
    context = {
        "section": "settings",
        "steps": found,
        "done": sum(step.done for step in found),
        "next": next((step for step in found if not step.done), None),
    }
    return TemplateResponse(request, "setup/checklist.html", context)


def shop_form_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = save_shop if request.method == "POST" else show_shop
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show_shop(request: HttpRequest, member: Membership) -> HttpResponse:
    shop = member.tenant
    form = ShopForm(initial={"name": shop.name, "timezone": shop.timezone})
    return _form_page(request, "setup/shop.html", form=form)


@shop_command(least=Role.ADMIN)
def save_shop(request: HttpRequest, member: Membership) -> HttpResponse:
    form, status = ShopForm(request.POST), 422
    if form.is_valid():
        if asks := proof_asked(request, gettext("Changing the shop’s name and time zone")):
            return asks
        try:
            changed = change_shop(author=member, now=timezone.now(), **form.cleaned_data)
        except SettingsRefusal as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(
                request, gettext("Saved.") if changed else gettext("Nothing differed.")
            )
            return redirect("setup:checklist", member.tenant.slug)
    with shop_scope(member):
        return rendered(_form_page(request, "setup/shop.html", status, form=form), member)


def amounts_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = save_amounts if request.method == "POST" else show_amounts
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show_amounts(request: HttpRequest, member: Membership) -> HttpResponse:
    return _amounts_page(request, member)


@shop_command(least=Role.ADMIN)
def save_amounts(request: HttpRequest, member: Membership) -> HttpResponse:
    """What is typed goes on top of the version in force, by the command of the thresholds page."""
    rows, based = AmountsFormSet(request.POST), BasedOnForm(request.POST)
    status = 422
    refused: SettingsRefusal | None = None
    if rows.is_valid() and based.is_valid():
        if asks := proof_asked(request, gettext(SAVING)):
            return asks
        try:
            return _save(request, member, rows, based.cleaned_data["based_on"])
        except NothingChanged:
            messages.success(request, gettext("These amounts are in force already."))
            return redirect("setup:checklist", member.tenant.slug)
        except SettingsRefusal as refusal:
            status, refused = refusal.status, refusal
    with shop_scope(member):
        return rendered(_amounts_page(request, member, rows, status, refused), member)


def _save(
    request: HttpRequest, member: Membership, rows: AmountsFormSet, based_on: int
) -> HttpResponse:
    with shop_scope(member):
        current = thresholds.current(member.tenant_id)
    saved = put_in_force(
        numbers=msgspec.structs.replace(current, **rows.caps),
        based_on=based_on,
        reason=SET_UP,
        author=member,
    )
    messages.success(request, in_force_words(saved.version))
    return redirect("setup:checklist", member.tenant.slug)


def _amounts_page(
    request: HttpRequest,
    member: Membership,
    rows: AmountsFormSet | None = None,
    status: int = 200,
    refused: SettingsRefusal | None = None,
) -> TemplateResponse:
    """In the shop's scope. Shown again, it is based on what is in force now, and says so."""
    current = thresholds.current(member.tenant_id)
    seen = currencies_of_orders(member.tenant_id)
    return _form_page(
        request,
        "setup/amounts.html",
        status,
        rows=rows or AmountsFormSet(initial=amounts_initial(current, seen)),
        version=current.version,
        refused=refused,
    )


def _form_page(
    request: HttpRequest, template: str, status: int = 200, **shown: Any
) -> TemplateResponse:
    return TemplateResponse(request, template, {"section": "settings", **shown}, status=status)
