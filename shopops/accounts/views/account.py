"""One's own account: how one signs in, where one is signed in, and what happened lately."""

from allauth.account.decorators import reauthentication_required
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from shopops.accounts.clock import clock_of
from shopops.accounts.models import AccountEvent, AccountEventKind
from shopops.accounts.recording import record
from shopops.accounts.single_sign_on import provider
from shopops.tenants.languages import is_spoken
from shopops.tenants.models import User

SHOWN_EVENTS = 20


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    found = Authenticator.objects.filter(user=request.user.pk)
    by_type = {one.type: one for one in found if one.type != Authenticator.Type.WEBAUTHN}
    codes = by_type.get(Authenticator.Type.RECOVERY_CODES)
    context = {
        "authenticator": by_type.get(Authenticator.Type.TOTP),
        "keys": [one for one in found if one.type == Authenticator.Type.WEBAUTHN],
        "codes_left": len(codes.wrap().get_unused_codes()) if codes else None,
        "sessions": _sessions(request),
        "connected": SocialAccount.objects.filter(user=request.user.pk).first(),
        "provider": provider(),
        "languages": settings.LANGUAGES,
        "events": AccountEvent.objects.filter(user=request.user.pk)[:SHOWN_EVENTS],
        "zone": clock_of(request.user.pk or 0),
    }
    response = TemplateResponse(request, "account/account.html", context)
    with timezone.override(context["zone"]):
        response.render()
    response.headers["Cache-Control"] = "private, no-store"
    return response


@require_POST
@login_required
def choose_language(request: HttpRequest) -> HttpResponse:
    """`language`; empty: as the browser asks, and mails as the shop writes."""
    chosen = request.POST.get("language", "")
    if chosen and not is_spoken(chosen):
        raise Http404
    person = request.user
    assert isinstance(person, User)  # noqa: S101  signed in
    person.language = chosen
    person.save(update_fields=["language"])
    messages.success(request, _kept(chosen))
    return redirect("account")


def _kept(chosen: str) -> str:
    """The page that says it may be one that stays English."""
    if not chosen:
        return gettext("Language kept: as your browser asks, and mails as the shop writes.")
    said = gettext(
        "Language kept: orders, alarms, the ledger and mails are in {language} from now on."
    ).format(language=dict(settings.LANGUAGES)[chosen])
    if chosen == settings.LANGUAGE_CODE:
        return said
    untranslated = gettext("This page is not translated yet.")
    return f"{said} {untranslated}"


@require_POST
@reauthentication_required  # type: ignore[untyped-decorator]
def end_session(request: HttpRequest) -> HttpResponse:
    """`session`: the one to end, or `others`: all but this one."""
    asked = request.POST.get("session", "")
    others = [one for one in _sessions(request) if not one.is_current()]
    ended = [one for one in others if asked in ("others", str(one.pk))]
    if not ended and asked != "others":
        raise Http404
    for one in ended:
        one.end()
        record(AccountEventKind.SESSION_ENDED, request=request, user=one.user)
    messages.success(request, gettext("Ended. Whoever sat there has to sign in again."))
    return redirect("account")


def _sessions(request: HttpRequest) -> list[UserSession]:
    """Those that are still open, the newest first."""
    found = UserSession.objects.purge_and_list(request.user)
    return sorted(found, key=lambda one: one.created_at, reverse=True)
