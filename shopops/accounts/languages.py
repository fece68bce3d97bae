"""In which language a page is shown."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from shopops.tenants.languages import spoken

# The rooms that are translated as a whole. Every other page is English as a whole, too: half a
# page in another language helps nobody, and a screen reader would read one half of it wrongly.
TRANSLATED = frozenset({"alarms", "review"})


class PersonsLanguage:
    """What the person chose, else what the browser asks for. After AuthenticationMiddleware; no
    address differs by language, so nothing before it needs to know."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with translation.override(settings.LANGUAGE_CODE):
            response = self.get_response(request)
            if _is_translated(request):
                patch_vary_headers(response, ["Accept-Language"])
                response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response

    def process_view(self, request: HttpRequest, *args: Any) -> None:
        if _is_translated(request):
            translation.activate(language_for(request))


def language_for(request: HttpRequest) -> str:
    chosen = request.user.language if request.user.is_authenticated else ""
    return spoken(chosen) if chosen else translation.get_language_from_request(request)


def _is_translated(request: HttpRequest) -> bool:
    found = request.resolver_match
    return found is not None and found.namespace in TRANSLATED
