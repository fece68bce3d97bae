"""Guides, for whoever is signed in."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from shopops.guides import shelf


@require_safe
@login_required
def every_guide(request: HttpRequest) -> HttpResponse:
    return TemplateResponse(request, "guides/guides.html", {"guides": shelf.guides()})


@require_safe
@login_required
def one_guide(request: HttpRequest, name: str) -> HttpResponse:
    found = shelf.guide(name)
    if found is None:
        raise Http404
    return TemplateResponse(request, "guides/guide.html", {"guide": found})
