"""The map of the site: each room brings its own urls and is included here."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path

from shopops.accounts.operators import asking_for_factor
from shopops.alarms.audit_health import provenance_health
from shopops.alarms.ringing.health import alarms_health
from shopops.execution.health import execution_health
from shopops.writeback.health import writeback_health


def health(request: HttpRequest) -> HttpResponse:
    """The web process answers; says nothing about the database."""
    return HttpResponse("ok", content_type="text/plain")


# Operators sign in where everybody does, with the same throttling and second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.admin_view = asking_for_factor(admin.site.admin_view)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health, name="health"),
    path("healthz/alarms", alarms_health, name="alarms_health"),
    path("healthz/provenance", provenance_health, name="provenance_health"),
    path("healthz/execution", execution_health, name="execution_health"),
    path("healthz/write-back", writeback_health, name="writeback_health"),
    path("admin/", admin.site.urls),
    path("", include("shopops.accounts.urls")),
    path("", include("shopops.guides.urls")),
    path("", include("shopops.review.urls")),
    path("", include("shopops.alarm_pages.urls")),
    path("", include("shopops.execution.urls")),
    path("", include("shopops.writeback.urls")),
    path("", include("shopops.choosing.urls")),
    path("", include("shopops.dashboard.urls")),
    path("", include("shopops.acknowledgments.urls")),
    path("", include("shopops.deliveries.urls")),
    path("", include("shopops.administration.urls")),
    path("", include("shopops.setup.urls")),
    path("", include("shopops.api.urls")),
    path("", include("shopops.demo.mailbox.urls")),
    path("", include("shopops.demo.shop.urls")),
]
