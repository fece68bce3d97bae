"""What every model of the operators' admin has: it is read and never written, its lists cost the
same however many rows there are, and only named columns are shown, so that no secret is."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NoReturn, TypeVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

MOST_COUNTED = 1000
BIGGEST_ID = 2**63 - 1
Row = TypeVar("Row", bound=Model)
READING = ("GET", "HEAD")


class CappedPaginator(Paginator[Any]):
    """Stops counting, so that a page of a million rows costs what a page of a thousand does. What
    is older is found by its number."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        if not isinstance(rows, QuerySet):
            return len(rows)
        return rows.order_by().values("pk")[:MOST_COUNTED].count()


class Reading(admin.ModelAdmin[Any]):
    """`named`: what else the search compares, as a whole, beside a row's number."""

    actions = None
    sortable_by = ()
    ordering = ("-pk",)
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    paginator = CappedPaginator
    search_fields = ("pk",)
    search_help_text = "A number, as the first column shows it"
    named: str = ""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        if self.named:
            return queryset.filter(**{self.named: term}), False
        known = term.isascii() and term.isdigit() and len(term) < 20 and int(term) <= BIGGEST_ID
        return (queryset.filter(pk=int(term)) if known else queryset.none()), False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self.read(request, lambda: super(Reading, self).changelist_view(request))

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if object_id is None:
            raise PermissionDenied
        return self.read(request, lambda: super(Reading, self).changeform_view(request, object_id))

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self.read(request, lambda: super(Reading, self).history_view(request, object_id))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> NoReturn:
        raise PermissionDenied

    def read(self, request: HttpRequest, view: Callable[[], HttpResponse]) -> HttpResponse:
        """Whatever is sent, it is refused before Django looks at it."""
        if request.method not in READING:
            raise PermissionDenied
        return view()


def in_hex(name: str) -> Any:
    """A column of bytes, as people compare it."""

    @admin.display(description=name.replace("_", " "))
    def shown(row: Model) -> str:
        value = getattr(row, name)
        return "" if value is None else bytes(value).hex()

    return shown
