"""Keeping a view of the queue, and removing one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from shopops.review.saved_views import ViewRefused, remove_view, save_view
from shopops.review.views.addresses import query_string, queue_address
from shopops.tenants.access import shop_command, shop_scope
from shopops.tenants.models import Membership, Role


@require_POST
@shop_command(Role.VIEWER)
def save(request: HttpRequest, member: Membership) -> HttpResponse:
    """The filters are those of the address that the form was sent to."""
    try:
        with shop_scope(member):
            view = save_view(
                member=member,
                name=request.POST.get("name", ""),
                query=query_string(request),
                shared=request.POST.get("shared") == "on",
            )
    except ViewRefused as refusal:
        messages.error(request, str(refusal))
    else:
        said = _("“{name}” is kept among your views.")
        if view.shared:
            said = _("“{name}” is kept among everybody's views.")
        messages.success(request, said.format(name=view.name))
    return _back(request, member)


@require_POST
@shop_command(Role.VIEWER)
def remove(request: HttpRequest, member: Membership, view_id: int) -> HttpResponse:
    try:
        with shop_scope(member):
            name = remove_view(member=member, view_id=view_id)
    except ViewRefused as refusal:
        messages.error(request, str(refusal))
    else:
        said = _("“{name}” is no longer kept. Its orders are untouched.")
        messages.success(request, said.format(name=name))
    return _back(request, member)


def _back(request: HttpRequest, member: Membership) -> HttpResponse:
    return redirect(queue_address(request, member))
