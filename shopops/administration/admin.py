"""Django's admin for operators, who look and change nothing: whatever is to change has a command or
a page of the shop, which leaves a row of who, when and why."""

from django.contrib import admin
from django.contrib.auth.models import Group

from shopops.administration.operators import alarms, ledger, orders, people

__all__ = ("alarms", "ledger", "orders", "people")

admin.site.unregister(Group)
admin.site.disable_action("delete_selected")
