"""The page on which an admin sets how alarms ring, shows what that means and saves it."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from shopops.administration.looking_back import beside, to_restore, why_restored
from shopops.administration.merging import on_top_or_theirs
from shopops.administration.refusals import SettingsRefusal
from shopops.administration.ringing.first_day import rings_of
from shopops.administration.ringing.forms import (
    EndForm,
    RingingForm,
    StepFormSet,
    WindowForm,
    draft_of,
    forms_of,
)
from shopops.administration.ringing.history import config_at, ringing_history
from shopops.administration.ringing.picture import picture_of
from shopops.administration.ringing.sentences import sentences
from shopops.administration.ringing.settings import (
    change_ringing,
    end_maintenance,
    plan_maintenance,
)
from shopops.administration.ringing.words import changes
from shopops.administration.saving import save_or_show
from shopops.alarms import numbers
from shopops.alarms.config import AlarmConfig
from shopops.alarms.ringing.roster import contacts
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

TEMPLATE = "administration/alarms.html"


def ringing_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = show
    if request.method == "POST":
        view = preview if "preview" in request.POST else save
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership) -> HttpResponse:
    """With `?restore=` an older version is filled in, to be saved as the next."""
    current = numbers.current(member.tenant_id)
    filled, restores = to_restore(request, current, partial(config_at, member.tenant))
    typed, steps = forms_of(filled)
    typed.initial["reason"] = why_restored(restores)
    return _page(request, member, {"typed": typed, "steps": steps, "restores": restores})


@shop_command(least=Role.ADMIN)
def preview(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page with what was typed, and what would happen; nothing is saved."""
    with shop_scope(member):
        return rendered(_foreseen(request, member), member)


@shop_command(least=Role.ADMIN)
def save(request: HttpRequest, member: Membership) -> HttpResponse:
    typed, steps = RingingForm(request.POST), StepFormSet(request.POST)
    return save_or_show(
        request,
        member,
        typed,
        steps,
        save=partial(_save, member, typed, steps),
        page=partial(_page, request, member, {"typed": typed, "steps": steps}),
        moved=partial(_moved, request, member, typed, steps),
        done=gettext("Version {} is in force for every open alarm."),
        back="administration:alarms",
    )


@require_POST
@shop_command(least=Role.ADMIN)
def plan_window(request: HttpRequest, member: Membership) -> HttpResponse:
    with shop_scope(member):
        zone = numbers.current(member.tenant_id).timezone
    form = WindowForm(request.POST)
    with timezone.override(ZoneInfo(zone)):
        is_valid = form.is_valid()
    if is_valid:
        command = partial(plan_maintenance, **form.cleaned_data)
        return _maintenance(request, member, form, command, gettext("Maintenance is planned."))
    with shop_scope(member):
        return rendered(_page(request, member, {"window": form}, status=422), member)


@require_POST
@shop_command(least=Role.ADMIN)
def end_window(request: HttpRequest, member: Membership) -> HttpResponse:
    form, empty = EndForm(request.POST), WindowForm()
    if form.is_valid():
        start, end = form.window
        command = partial(end_maintenance, start=start, end=end)
        return _maintenance(
            request, member, empty, command, gettext("The window is ended. What it held rings now.")
        )
    with shop_scope(member):
        shown = {
            "window": empty,
            "refused": gettext("This names no maintenance window. Choose one below."),
        }
        return rendered(_page(request, member, shown, status=422), member)


def _foreseen(request: HttpRequest, member: Membership) -> TemplateResponse:
    typed, steps = RingingForm(request.POST), StepFormSet(request.POST)
    typed.fields["reason"].required = False
    shown: dict[str, Any] = {"typed": typed, "steps": steps, "is_draft": True}
    if typed.is_valid() and steps.is_valid():
        draft = _draft(numbers.current(member.tenant_id), typed, steps)
        return _page(request, member, shown | {"draft": draft})
    return _page(request, member, shown | {"is_impossible": True})


def _maintenance(
    request: HttpRequest, member: Membership, form: WindowForm, command: Any, done: str
) -> HttpResponse:
    try:
        command(tenant_id=member.tenant_id, author=member)
    except SettingsRefusal as refusal:
        with shop_scope(member):
            shown = {"window": form, "refused": str(refusal)}
            return rendered(_page(request, member, shown, status=refusal.status), member)
    messages.success(request, done)
    return redirect("administration:alarms", member.tenant.slug)


def _save(member: Membership, typed: RingingForm, steps: StepFormSet) -> int:
    with shop_scope(member):
        current = numbers.current(member.tenant_id)
    return change_ringing(
        tenant_id=member.tenant_id,
        config=_draft(current, typed, steps),
        based_on=typed.cleaned_data["based_on"],
        reason=typed.cleaned_data["reason"],
        author=member,
    ).version


def _moved(
    request: HttpRequest, member: Membership, typed: RingingForm, steps: StepFormSet, words: str
) -> HttpResponse:
    """The page with what this author changed, on top of what somebody else saved."""
    with shop_scope(member):
        current = numbers.current(member.tenant_id)
        base = config_at(member.tenant, typed.cleaned_data["based_on"]) or current
        draft = _draft(current, typed, steps)
        merged, clash = on_top_or_theirs(current, base=base, draft=draft)
        again, steps = forms_of(merged)
        again.initial["reason"] = typed.cleaned_data["reason"]
        shown = {"typed": again, "steps": steps, "moved": words, "clash": clash, "draft": merged}
        return rendered(_page(request, member, shown | {"is_draft": True}, status=409), member)


def _draft(current: AlarmConfig, typed: RingingForm, steps: StepFormSet) -> AlarmConfig:
    return msgspec.structs.replace(current, **draft_of(current, typed, steps))


def _page(
    request: HttpRequest, member: Membership, shown: Mapping[str, Any], status: int = 200
) -> TemplateResponse:
    """In the shop's scope. `shown` has the forms, filled or refused, and maybe a `draft`."""
    current, now = numbers.current_and_now(member.tenant_id)
    typed, steps = forms_of(current)
    context = {
        "section": "settings",
        "current": current,
        "next_version": current.version + 1,
        "typed": typed,
        "steps": steps,
        "window": WindowForm(),
        "windows": [one for one in current.maintenance if one.end > now],
        "now": now,
        "zone": ZoneInfo(current.timezone),
        "history": ringing_history(member.tenant),
        "beside": beside(request, partial(config_at, member.tenant), changes),
        **shown,
        **_preview(shown.get("draft") or current, member.tenant_id, now),
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)


def _preview(config: AlarmConfig, tenant_id: int, now: datetime) -> dict[str, Any]:
    roster = contacts(tenant_id)
    rings = rings_of(config, roster, seen=now)
    return {
        "sentences": sentences(config, roster, rings, seen=now),
        "rings": rings[:12],
        "more_rings": max(0, len(rings) - 12),
        "picture": picture_of(config, rings, seen=now),
        "preview_zone": ZoneInfo(config.timezone),
        "is_reachable": bool(roster),
    }
