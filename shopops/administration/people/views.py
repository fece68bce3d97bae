"""The page on which an admin sets who is on call at which address."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_POST

from shopops.administration.people.board import board
from shopops.administration.people.confirming import NotAsked, ask_to_confirm
from shopops.administration.people.forms import AddForm, AwayForm, BackForm, ChangeForm
from shopops.alarms.models import RosterContact
from shopops.alarms.roster import (
    ContactMoved,
    ContactRefused,
    change_contact,
    end_absence,
    put_contact,
    set_absence,
)
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

TEMPLATE = "administration/people.html"
ASKED = gettext_noop("{} was asked to confirm. It is rung once somebody there did.")


@shop_page(least=Role.AUDITOR)
def people_page(request: HttpRequest, member: Membership) -> HttpResponse:
    return _page(request, member, {})


@require_POST
@shop_command(least=Role.ADMIN)
def add(request: HttpRequest, member: Membership) -> HttpResponse:
    form = AddForm(member.tenant_id, request.POST)
    if not form.is_valid():
        return _refused(request, member, {"adding": form})
    try:
        contact = put_contact(author=member, **form.cleaned_data)
    except ContactRefused as refusal:
        form.add_error(None, str(refusal))
        return _refused(request, member, {"adding": form})
    if contact.verified_at is None:
        _ask(request, contact, member)
    else:
        messages.success(
            request, gettext("{email} is rung from now on.").format(email=contact.email)
        )
    return _back(member)


@require_POST
@shop_command(least=Role.ADMIN)
def change(request: HttpRequest, member: Membership, contact_id: int) -> HttpResponse:
    contact = _contact(member, contact_id)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        why = "; ".join(f"{name}: {errors[0]}" for name, errors in form.errors.items())
        return _refused(
            request,
            member,
            {
                "refused": gettext("{email} stays as it is. {why}").format(
                    email=contact.email, why=why
                )
            },
        )
    try:
        kept = change_contact(contact=contact, to=form.wanted, seen=form.seen, author=member)
    except ContactMoved as moved:
        return _refused(request, member, {"refused": str(moved)}, status=409)
    except ContactRefused as refusal:
        return _refused(request, member, {"refused": str(refusal)})
    said = gettext("is on call") if kept.active else gettext("is rung no more; its history stays")
    messages.success(request, f"{kept.email} {said}.")
    return _back(member)


@require_POST
@shop_command(least=Role.ADMIN)
def ask(request: HttpRequest, member: Membership, contact_id: int) -> HttpResponse:
    """Mail the confirmation again."""
    _ask(request, _contact(member, contact_id), member)
    return _back(member)


@require_POST
@shop_command(least=Role.ADMIN)
def away(request: HttpRequest, member: Membership) -> HttpResponse:
    with shop_scope(member):
        form = AwayForm(member.tenant_id, request.POST, auto_id="id_away_%s")
        is_valid = form.is_valid()
    if is_valid:
        try:
            set_absence(author=member, **form.cleaned_data)
        except ContactRefused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request,
                gettext("{person} is not rung meanwhile.").format(
                    person=form.cleaned_data["person"]
                ),
            )
            return _back(member)
    return _refused(request, member, {"leaving": form})


@require_POST
@shop_command(least=Role.ADMIN)
def back(request: HttpRequest, member: Membership) -> HttpResponse:
    form = BackForm(member.tenant_id, request.POST)
    if not form.is_valid():
        return _refused(request, member, {"refused": gettext("Nobody of this shop was named.")})
    person = form.cleaned_data["person"]
    if end_absence(person=person, author=member):
        messages.success(request, gettext("{person} is rung again.").format(person=person))
    return _back(member)


def _ask(request: HttpRequest, contact: RosterContact, member: Membership) -> None:
    try:
        ask_to_confirm(contact=contact, author=member)
    except NotAsked as refusal:
        messages.error(request, f"{contact.email}: {refusal}")
    else:
        messages.success(request, gettext(ASKED).format(contact.email))


def _contact(member: Membership, contact_id: int) -> RosterContact:
    found = RosterContact.objects.of(member.tenant_id).filter(pk=contact_id)
    contact = found.select_related("membership").first()
    if contact is None:
        raise Http404
    return contact


def _back(member: Membership) -> HttpResponse:
    return redirect("administration:people", member.tenant.slug)


def _refused(
    request: HttpRequest, member: Membership, shown: Mapping[str, Any], status: int = 422
) -> HttpResponse:
    with shop_scope(member):
        return rendered(_page(request, member, shown, status=status), member)


def _page(
    request: HttpRequest, member: Membership, shown: Mapping[str, Any], status: int = 200
) -> TemplateResponse:
    context = {
        "section": "settings",
        "adding": AddForm(member.tenant_id, initial={"step": 0}),
        "leaving": AwayForm(member.tenant_id, auto_id="id_away_%s"),
        **board(member.tenant_id),
        **shown,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)
