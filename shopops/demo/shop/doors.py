"""There are no demo shops outside of the demo: whoever opens their pages can move their money."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def demo_only(view: View) -> View:
    @wraps(view)
    def door(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if settings.SHOPOPS_ENV != "demo":
            raise Http404
        response = view(request, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return door
