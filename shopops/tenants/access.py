"""The one door of every page below /t/<slug>/: who is asking, in which shop, with which role."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope

View = Callable[..., HttpResponse]
# An auditor reads what an admin reads and decides nothing, so the roles are no ladder.
INCLUDES = {
    Role.VIEWER: {Role.VIEWER},
    Role.AUDITOR: {Role.VIEWER, Role.AUDITOR},
    Role.REVIEWER: {Role.VIEWER, Role.REVIEWER},
    Role.ADMIN: set(Role),
}


class RoleNotEnough(PermissionDenied):
    """This member's role doesn't open the page that they asked for."""

    def __init__(self, member: Membership, why: str) -> None:
        super().__init__(why)
        self.member = member


def allows(member: Membership, least: Role) -> bool:
    return member.active and least in INCLUDES[Role(member.role)]


def hold_author(author: Membership | None) -> None:
    """Whoever changes something may do so still: the door read them before a wait, and meanwhile
    they may have been deactivated. Their role stays as it is until the scope ends. Call it after
    the locks of the shop's numbers and before rows are locked; only those of the shop's people, all
    of them in one order, may be locked before (`members.changing`).

    Raises what the door does. None: an operator.
    """
    if author is None:
        return
    people = Membership.objects.filter(tenant_id=author.tenant_id, active=True)
    found = people.select_for_update(no_key=True).filter(pk=author.pk).first()
    if found is None:
        raise Http404
    if not allows(found, Role(author.role)):
        raise _not_enough(found, Role(author.role))


def member_of(request: HttpRequest, slug: str) -> Membership:
    """The signed-in person's membership. Somebody else's shop looks like one that never was."""
    found = (
        Membership.objects.select_related("tenant")
        .filter(tenant__slug=slug, user=request.user.pk, active=True)
        .first()
    )
    if found is None:
        raise Http404
    return found


@contextmanager
def shop_scope(member: Membership) -> Iterator[None]:
    """The shop's rows and the shop's clock."""
    with (
        tenant_scope(member.tenant_id),
        timezone.override(ZoneInfo(member.tenant.timezone)),
    ):
        yield


def shop_page(least: Role = Role.VIEWER) -> Callable[[View], View]:
    """A page that reads, and takes no other method: runs `view(request, member, ...)` and renders
    it inside one scope."""

    def decorate(view: View) -> View:
        def page(request: HttpRequest, member: Membership, **kwargs: Any) -> HttpResponse:
            with shop_scope(member):
                return rendered(view(request, member, **kwargs), member)

        return require_safe(_door(page, view, least))

    return decorate


def shop_command(least: Role) -> Callable[[View], View]:
    """A page that changes something: opens no scope, because commands open and commit their own."""

    def decorate(view: View) -> View:
        return _door(view, view, least)

    return decorate


def rendered(response: HttpResponse, member: Membership) -> HttpResponse:
    """Render now, inside the caller's scope, with `member` and `shop` for the frame of the page."""
    if isinstance(response, TemplateResponse) and not response.is_rendered:
        response.context_data = {
            "member": member,
            "shop": member.tenant,
            **(response.context_data or {}),
        }
        response.render()
    return response


def _door(inner: View, view: View, least: Role) -> View:
    @wraps(view)
    def door(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        member = member_of(request, slug)
        if not allows(member, least):
            raise _not_enough(member, least)
        response = inner(request, member, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return door


def _not_enough(member: Membership, least: Role) -> RoleNotEnough:
    said = _("This needs the role {roles}; yours is “{role}”. Ask an administrator of the shop.")
    yours = _(Role(member.role).label)
    return RoleNotEnough(member, said.format(roles=_roles(least), role=yours))


def _roles(least: Role) -> str:
    """Those that would do, such as: “Reviewer” or “Admin”."""
    quoted = _("“{role}”")
    enough = [quoted.format(role=_(role.label)) for role in Role if least in INCLUDES[role]]
    return _(" or ").join(enough)


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """And back to the page that was shown: a form that was sent can't be opened again. A whole
    page again, also when htmx asked for a part of one."""
    if request.headers.get("HX-Request") == "true":
        shown = _path_of(request.headers.get("HX-Current-URL", ""))
        back = redirect_to_login(shown or request.path)
        return HttpResponseClientRedirect(back["Location"])
    if request.method == "POST":
        return redirect_to_login(_path_of(request.headers.get("Referer", "")) or request.path)
    return redirect_to_login(request.get_full_path())


def _path_of(address: str) -> str:
    """Empty for what is no address: anybody may send the header."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""
