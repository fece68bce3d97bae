"""What every page of settings does with what was sent: save it, or show it again and say why."""

from collections.abc import Callable
from typing import Any, Protocol

from django.contrib import messages
from django.forms import BaseFormSet, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse

from shopops.administration.refusals import SettingsRefusal, VersionMoved
from shopops.tenants.access import rendered, shop_scope
from shopops.tenants.models import Membership


class Page(Protocol):
    """The page with what was typed. Called in the shop's scope."""

    def __call__(self, *, status: int) -> TemplateResponse: ...


def save_or_show(
    request: HttpRequest,
    member: Membership,
    form: Form,
    *more: BaseFormSet[Any],
    save: Callable[[], int],
    page: Page,
    moved: Callable[[str], HttpResponse],
    done: str,
    back: str,
) -> HttpResponse:
    """`save` answers the number of the new version, which `done` says; what it refuses stands in
    `form`. `moved` makes the answer when somebody else saved meanwhile."""
    status = 422
    if form.is_valid() and all(one.is_valid() for one in more):
        try:
            version = save()
        except VersionMoved as refusal:
            return moved(str(refusal))
        except SettingsRefusal as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(request, done.format(version))
            return redirect(back, member.tenant.slug)
    with shop_scope(member):
        return rendered(page(status=status), member)
