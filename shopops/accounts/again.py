"""Asking somebody who is signed in to prove again who they are, and then going on."""

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import suspend_request
from django.http import HttpRequest, HttpResponse
from django_htmx.http import HttpResponseClientRedirect

HTMX = "HTTP_HX_"


def can_prove_again(request: HttpRequest) -> bool:
    """By a password or a code. Whoever signs in with neither signs out and in again."""
    return bool(_ways(request))


def ask_again(request: HttpRequest) -> HttpResponse:
    """To the page that asks; after it this very request is carried out, form and all. A whole page
    also when htmx sent the form."""
    by_htmx = request.headers.get("HX-Request") == "true"
    # What is carried out later answers a whole page's request.
    request.META = {name: one for name, one in request.META.items() if not name.startswith(HTMX)}
    answer: HttpResponse = suspend_request(request, _ways(request)[0]["url"])
    if by_htmx:
        return HttpResponseClientRedirect(answer["Location"])
    return answer


def _ways(request: HttpRequest) -> list[dict[str, str]]:
    found: list[dict[str, str]] = get_adapter().get_reauthentication_methods(request.user)
    return found
