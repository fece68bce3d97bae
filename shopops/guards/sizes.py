"""How long a body may be, by where it is sent: refused before a byte of it is read.

Django's own limit (DATA_UPLOAD_MAX_MEMORY_SIZE) is one for the whole site, and leaves out files.
"""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

KB, MB = 1024, 1024 * 1024
# By the path; the first that fits. The last is for pages, whose forms are short.
MOST_BYTES = (
    # Mail providers take up to 25 MB, and post them as a form. What is longer than 40 MB is refused
    # by the way that it came, which tells the mail doctor.
    (r"/inbound/", 48 * MB),
    (r"/webhooks/", 5 * MB),  # one order with all that belongs to it
    (r"/api/v1/(orders|trackers)$", 10 * MB),  # up to 500 records at once
    (r"/api/", 64 * KB),
    (r"/t/[^/]+/setup/orders/$", 21 * MB),  # a file of orders of up to 20 MB, in a form
    (r"/", 2 * MB),
)
NO_PAGES = ("/api/", "/inbound/", "/webhooks/")
WITHOUT_LENGTH = "Say with Content-Length how long the body is.\n"


class BodySizes:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        sent = request.META.get("CONTENT_LENGTH") or ""
        if "HTTP_TRANSFER_ENCODING" in request.META and not sent:
            # Django would take it for an empty one.
            return _text(HTTPStatus.LENGTH_REQUIRED, WITHOUT_LENGTH)
        if not sent.isdecimal() or int(sent) <= most_bytes(request.path):
            return self.get_response(request)
        return _too_large(request)


def most_bytes(path: str) -> int:
    return next(most for pattern, most in MOST_BYTES if re.match(pattern, path))


def _too_large(request: HttpRequest) -> HttpResponse:
    """The API says it as problem details (`shopops.api.middleware`)."""
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    if request.path.startswith(NO_PAGES):
        return _text(status, f"Send at most {most_bytes(request.path):,} bytes at once.\n")
    return render(request, "413.html", status=status)


def _text(status: HTTPStatus, text: str) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain")
