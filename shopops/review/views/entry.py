"""Choosing the shop."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from shopops.tenants.models import Membership


@never_cache
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Straight to the only shop; else the choice."""
    shops = memberships(request)
    if len(shops) == 1:
        return redirect("review:queue", shops[0].tenant.slug)
    return _choice(request, shops)


@never_cache
@login_required
def choose_shop(request: HttpRequest) -> HttpResponse:
    return _choice(request, memberships(request))


def _choice(request: HttpRequest, shops: list[Membership]) -> HttpResponse:
    over = Membership.objects.filter(user=request.user.pk, active=False)
    names = list(over.order_by("tenant__name").values_list("tenant__name", flat=True))
    return render(request, "entry/shops.html", {"memberships": shops, "ended": names})


def memberships(request: HttpRequest) -> list[Membership]:
    mine = Membership.objects.filter(user=request.user.pk, active=True)
    return list(mine.select_related("tenant").order_by("tenant__name"))
