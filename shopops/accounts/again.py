"""Asking somebody who is signed in to prove again who they are, and then going on."""

from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import suspend_request
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django_htmx.http import HttpResponseClientRedirect

from shopops.accounts.freshness import is_recent, proven_at

HTMX = "HTTP_HX_"
SIGN_IN_AGAIN = gettext_noop("You signed in a while ago. Sign out and in, then go on.")
ASKED = "asked_again_for"  # in the session, for the page that asks; no address can put words there


def can_prove_again(request: HttpRequest) -> bool:
    """By a password or a code. Whoever signs in with neither signs out and in again."""
    return bool(_ways(request))


def proof_asked(request: HttpRequest, what: str) -> HttpResponse | None:
    """None: they proved it lately. Else the answer to give, which asks them. Raises
    `PermissionDenied`, which says what to do, for who can't be asked."""
    if is_recent(proven_at(request), timezone.now()):
        return None
    if not can_prove_again(request):
        raise PermissionDenied(gettext(SIGN_IN_AGAIN))
    return ask_again(request, what)


def ask_again(request: HttpRequest, what: str) -> HttpResponse:
    """To the page that asks; after it this very request is carried out, form and all. A whole page
    also when htmx sent the form. `what` needs it, such as "Approving O-1038"."""
    by_htmx = request.headers.get("HX-Request") == "true"
    # What is carried out later answers a whole page's request.
    request.META = {name: one for name, one in request.META.items() if not name.startswith(HTMX)}
    way = _ways(request)[0]["url"]
    suspend_request(request, way)
    request.session[ASKED] = {"path": request.path, "what": what}
    # allauth goes on with what is named by its path alone; the query is kept with the form.
    address = f"{way}?{urlencode({REDIRECT_FIELD_NAME: request.path})}"
    return HttpResponseClientRedirect(address) if by_htmx else redirect(address)


def _ways(request: HttpRequest) -> list[dict[str, str]]:
    found: list[dict[str, str]] = get_adapter().get_reauthentication_methods(request.user)
    return found
