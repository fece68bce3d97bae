"""No caller asks more often than the site can bear: 429, and when to come again.

Signing in has its own limits, by account too: `shopops.accounts`. A mail that is turned away is not
lost: providers, and mail servers, deliver it again.
"""

import ipaddress
import logging
from collections.abc import Callable, Iterator
from http import HTTPStatus

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from shopops.accounts.recording import client_address
from shopops.guards.counting import seconds_left, take

logger = logging.getLogger(__name__)

# What is counted from one place, by the beginning of the path; the names are those of
# SHOPOPS_RATE_LIMITS.
PLACES = {
    "/api/": "api-source",
    "/inbound/": "inbound",
    "/invitation/": "links",
    "/confirm-address/": "links",
    "/choose/": "links",
    "/unsubscribe/": "links",
    "/webhooks/": "webhooks",
}
API, API_TOKEN = "/api/", "api-token"
NO_PAGES = (API, "/inbound/", "/webhooks/")
Counted = tuple[str, str]  # the limit, and who asks


class Rates:
    now = staticmethod(timezone.now)  # what minute is counted; tests make it stand still

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        now = self.now()
        try:
            over = any(
                take(caller=f"{limit} {caller}", now=now) > settings.SHOPOPS_RATE_LIMITS[limit]
                for limit, caller in _counted(request)
            )
        except DatabaseError:
            # Nobody is kept out by it; the view needs the database too, and says so.
            logger.exception("a request could not be counted")
            over = False
        return _too_many(request, seconds_left(now)) if over else self.get_response(request)


def _counted(request: HttpRequest) -> Iterator[Counted]:
    """The place first: whoever is turned away by it makes no row with each made-up token."""
    limits = settings.SHOPOPS_RATE_LIMITS
    for beginning, limit in PLACES.items():
        if limit in limits and request.path.startswith(beginning):
            yield limit, _place(request)
    sent = request.headers.get("Authorization", "")
    if sent and API_TOKEN in limits and request.path.startswith(API):
        # Without the word before it, which may be written in any case.
        yield API_TOKEN, sent.partition(" ")[2] or sent


def _place(request: HttpRequest) -> str:
    """Whoever has one address of IPv6 has the whole network of 64 bits."""
    found = ipaddress.ip_address(client_address(request) or "::")
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))


def _too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """The API says it as problem details (`shopops.api.middleware`)."""
    if request.path.startswith(NO_PAGES):
        text = f"Too many requests. Send it again in {seconds} seconds.\n"
        answer = HttpResponse(text, content_type="text/plain")
    else:
        answer = render(request, "429.html")
    answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
    answer.headers["Retry-After"] = str(seconds)
    return answer
