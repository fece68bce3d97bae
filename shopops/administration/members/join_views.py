"""Where the link of an invitation leads: the page changes nothing, its button does."""

from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from shopops.accounts.enrol import sign_in_newcomer
from shopops.accounts.forms import password_rules
from shopops.administration.members.forms import JoinForm
from shopops.administration.members.joining import (
    NotOpen,
    SignInFirst,
    account_of,
    join_as,
    join_with_password,
)
from shopops.administration.members.links import Found, State, find
from shopops.administration.members.refusals import NameTaken
from shopops.tenants.models import Membership, Role, User

TEMPLATE = "administration/invitation.html"
GONE = 410  # else 200: what is refused with 4xx is logged with its address, and that one works


@sensitive_post_parameters()
@never_cache
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    found = find(token, now=now())
    if found is None:
        return TemplateResponse(request, TEMPLATE, {"state": "unknown"}, status=404)
    if found.state is not State.OPEN:
        return _over(request, found, found.state)
    try:
        return _open(request, found)
    except NotOpen as refusal:
        return _over(request, found, refusal.state)
    except SignInFirst:
        return redirect_to_login(request.path)


def _open(request: HttpRequest, found: Found) -> HttpResponse:
    person = request.user
    account = account_of(found.invitation)
    if person.is_authenticated and (account is None or person.pk != account.pk):
        return _answer(request, found, "other")
    if account is None:
        return _with_password(request, found)
    if not isinstance(person, User):
        return _answer(request, found, "sign_in")
    return _as(person, request, found)


def _as(person: User, request: HttpRequest, found: Found) -> HttpResponse:
    named = _named(request, found)
    if named.is_valid():
        name = named.cleaned_data["display_name"]
        try:
            return redirect(_start(join_as(found=found, name=name, user=person, now=now())))
        except NameTaken as taken:
            named.add_error("display_name", str(taken))
    return _answer(request, found, "join", named=named)


def _with_password(request: HttpRequest, found: Found) -> HttpResponse:
    """The password may not resemble the address or the name."""
    named = _named(request, found)
    name = named.cleaned_data.get("display_name", "") if named.is_valid() else ""
    nobody_yet = User(email=found.invitation.email, first_name=name)
    form = SetPasswordForm(nobody_yet, request.POST if request.method == "POST" else None)
    form.fields["new_password1"].help_text = password_rules()
    if form.is_valid() and named.is_valid():
        password = form.cleaned_data["new_password1"]
        try:
            member = join_with_password(found=found, name=name, password=password, now=now())
        except NameTaken as taken:
            named.add_error("display_name", str(taken))
        else:
            return sign_in_newcomer(request, member.user, onwards=_start(member))
    return _answer(request, found, "password", named=named, form=form)


def _named(request: HttpRequest, found: Found) -> JoinForm:
    data = request.POST if request.method == "POST" else None
    invitation = found.invitation
    return JoinForm(data, invited_as=invitation.display_name, email=invitation.email)


def _start(member: Membership) -> str:
    return reverse("review:queue", args=[member.tenant.slug])


def _over(request: HttpRequest, found: Found, state: State) -> HttpResponse:
    return _answer(request, found, state.value, status=GONE)


def _answer(
    request: HttpRequest,
    found: Found,
    state: str,
    *,
    named: JoinForm | None = None,
    form: "SetPasswordForm[User] | None" = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "state": state,
        "invitation": found.invitation,
        "role": gettext(Role(found.invitation.role).label),
        "named": named,
        "form": form,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)
