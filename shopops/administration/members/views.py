"""The pages on which an admin sees who works here and in which role, and changes it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from shopops.accounts.again import proof_asked
from shopops.administration.examples import in_shops_money
from shopops.administration.members import board
from shopops.administration.members.changing import Changed, change_member
from shopops.administration.members.forms import (
    InviteForm,
    LeaveForm,
    MemberForm,
    forms_of,
)
from shopops.administration.members.refusals import MemberMoved, MemberRefusal
from shopops.administration.members.sessions import end_sessions
from shopops.review import settings as review
from shopops.review.config import Above
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

LIST, PERSON = "administration/members.html", "administration/member.html"


@shop_page(least=Role.AUDITOR)
def members_page(request: HttpRequest, member: Membership) -> HttpResponse:
    return list_page(request, member, InviteForm())


def member_page(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    view = change if request.method == "POST" else show
    return view(request, slug=slug, member_id=member_id)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership, member_id: int) -> HttpResponse:
    return _page(request, person_of(member, member_id), {})


@shop_command(least=Role.ADMIN)
def change(request: HttpRequest, member: Membership, member_id: int) -> HttpResponse:
    """Name and role."""
    return _change(request, member, member_id, "changing", MemberForm(request.POST))


@require_POST
@shop_command(least=Role.ADMIN)
def turn(request: HttpRequest, member: Membership, member_id: int) -> HttpResponse:
    """Deactivate, or reactivate."""
    form = LeaveForm(request.POST, auto_id="id_leave_%s")
    return _change(request, member, member_id, "leaving", form)


def list_page(
    request: HttpRequest, member: Membership, inviting: InviteForm, status: int = 200
) -> TemplateResponse:
    """In the shop's scope."""
    shown = board.board(member.tenant_id, timezone.now())
    context = {"section": "settings", "inviting": inviting, **shown}
    return TemplateResponse(request, LIST, context, status=status)


def _change(
    request: HttpRequest,
    member: Membership,
    member_id: int,
    name: str,
    form: MemberForm | LeaveForm,
) -> HttpResponse:
    with shop_scope(member):
        person = person_of(member, member_id)
    if not form.is_valid():
        return refused_page(request, member, person, {name: form})
    if form.changes_power and (asks := proof_asked(request, power_of(person))):
        return asks
    try:
        done = change_member(
            person=person,
            to=form.wanted,
            seen=form.seen,
            reason=form.cleaned_data["reason"],
            author=member,
            now=timezone.now(),
        )
    except MemberMoved as moved:
        return refused_page(request, member, person, {"moved": str(moved)}, moved.status)
    except MemberRefusal as refusal:
        form.add_error(None, str(refusal))
        return refused_page(request, member, person, {name: form}, refusal.status)
    if not done.member.active:
        end_sessions(done.member.user)
    messages.success(request, _said(done, form))
    return _onwards(member, done.member)


def power_of(person: Membership) -> str:
    return gettext("Changing what {display_name} may do").format(display_name=person.display_name)


def _said(done: Changed, form: MemberForm | LeaveForm) -> str:
    person = done.member
    if isinstance(form, LeaveForm):
        said = gettext("works here again") if person.active else gettext("was deactivated")
    else:
        said = gettext("is saved: {role}").format(role=gettext(Role(person.role).label.lower()))
    ended = str(done.ended)
    return (
        f"{person.display_name} {said}."
        + (gettext(" Ended: {ended}.").format(ended=ended) if ended else "")
        + (_going_on(done.ended.going_on) if form.changes_power else "")
    )


def _going_on(tokens: int) -> str:
    if not tokens:
        return ""
    return ngettext(
        " {number} API token that they made goes on; replace it.",
        " {number} API tokens that they made go on; replace them.",
        tokens,
    ).format(number=tokens)


def _onwards(member: Membership, person: Membership) -> HttpResponse:
    """Who is no admin any more can't see the settings."""
    if person.pk == member.pk and (person.role != Role.ADMIN or not person.active):
        return redirect("home")
    return redirect("administration:member", member.tenant.slug, person.pk)


def person_of(member: Membership, member_id: int) -> Membership:
    people = Membership.objects.filter(tenant_id=member.tenant_id, pk=member_id)
    found = people.select_related("user", "tenant").first()
    if found is None:
        raise Http404
    return found


def refused_page(
    request: HttpRequest,
    member: Membership,
    person: Membership,
    shown: Mapping[str, Any],
    status: int = 422,
) -> HttpResponse:
    with shop_scope(member):
        person.refresh_from_db()
        return rendered(_page(request, person, shown, status), member)


def _own_limits(person: Membership) -> Above:
    return review.current(person.tenant_id).own_limits(person)


def _page(
    request: HttpRequest, person: Membership, shown: Mapping[str, Any], status: int = 200
) -> TemplateResponse:
    context = {
        "section": "settings",
        "person": person,
        **forms_of(person, _own_limits(person)),
        **board.person(person, timezone.now()),
        **shown,
    }
    in_shops_money(context["limiting"], person.tenant_id)
    return TemplateResponse(request, PERSON, context, status=status)
