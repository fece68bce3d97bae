"""Operators see every shop, so their pages take somebody who has a second factor.

Whoever has one is asked for it at every sign-in, so to have one is to have used it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_noop

from shopops.accounts.second_factor import has_second_factor

View = Callable[..., HttpResponse]
SET_ONE_UP = gettext_noop(
    "Operators’ pages take a second factor, and you have none. Set one up here first."
)


def factor_wanted(request: HttpRequest) -> HttpResponse | None:
    """Where an operator without a second factor sets one up; None: nothing stands in the way, or
    they are no operator, which the page itself refuses."""
    person = request.user
    if not settings.SHOPOPS_OPERATORS_SECOND_FACTOR or not person.is_staff:
        return None
    if has_second_factor(person.pk):
        return None
    messages.warning(request, gettext(SET_ONE_UP))
    return redirect("account")


def asking_for_factor(admin_view: Any) -> Any:
    """Around `AdminSite.admin_view`, through which all of Django's admin goes."""

    @wraps(admin_view)
    def door(view: View, cacheable: bool = False) -> View:
        inner = admin_view(view, cacheable)

        @wraps(view)
        def asking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            return factor_wanted(request) or inner(request, *args, **kwargs)

        return asking

    return door
