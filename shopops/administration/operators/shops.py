"""Rows of one shop: the shop is chosen first, and what is read is read in its scope, so that row
level security holds for operators as for everybody."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from shopops.administration.operators.base import READING, Reading
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

CHOSEN = "shop"
MOST_SHOPS = 500


class ChosenShop(admin.SimpleListFilter):
    """Says which shop is shown; "All" leads back to the choice."""

    title = "shop"
    parameter_name = CHOSEN

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        shop = chosen_shop(request)
        return [] if shop is None else [(str(shop.pk), shop.name)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset


class OfOneShop(Reading):
    list_filter = (ChosenShop,)
    of_shop = "tenant"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(**{self.of_shop: chosen_shop(request)})

    def read(self, request: HttpRequest, view: Callable[[], HttpResponse]) -> HttpResponse:
        if request.method not in READING or not self.has_view_permission(request):
            raise PermissionDenied
        shop = chosen_shop(request)
        if shop is None:
            return self._choice(request)
        with tenant_scope(shop.pk):
            response = view()
            if isinstance(response, TemplateResponse):
                response.render()
        return response

    def _choice(self, request: HttpRequest) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": f"{str(self.opts.verbose_name_plural).capitalize()}: choose a shop",
            "opts": self.opts,
            "shops": Tenant.objects.order_by("name")[:MOST_SHOPS],
        }
        return TemplateResponse(request, "admin/choose_shop.html", context)


def chosen_shop(request: HttpRequest) -> Tenant | None:
    """By its number, in the address of a list or in the one that led on from there."""
    text = next(_given(request), "")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        return None
    return Tenant.objects.filter(pk=int(text)).first()


def _given(request: HttpRequest) -> Iterator[str]:
    yield from request.GET.getlist(CHOSEN)
    yield from parse_qs(request.GET.get("_changelist_filters", "")).get(CHOSEN, [])
