"""Django's admin for operators, who look and change nothing but a shop's numbers, as its next
version. Whatever else is to change has a command or a page of the shop, which leaves a row of who,
when and why."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from shopops.administration.operators import alarms, ledger, numbers, orders, people

__all__ = ("alarms", "ledger", "numbers", "orders", "people")


def change_password(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Where everybody does, so that it is kept."""
    return redirect("account_change_password")


admin.site.site_header = admin.site.site_title = "ShopOps for operators"
admin.site.password_change = change_password  # type: ignore[assignment, method-assign]
admin.site.unregister(Group)
admin.site.disable_action("delete_selected")
