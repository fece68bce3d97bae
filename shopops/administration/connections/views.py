"""Connected shops: the list, one of them, and the forms that take its settings.

What is typed as a secret is in the POST that brings it, and nowhere else: a form that is refused is
shown without it, and who has to prove again who they are does so before they type.
"""

from collections.abc import Mapping
from typing import Any

from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from shopops.accounts.again import proof_asked
from shopops.administration.connections import board
from shopops.administration.connections.commands import Asked, change, connect
from shopops.administration.connections.forms import (
    ChangeForm,
    ShopForm,
    carries_out_form,
    seen_form,
)
from shopops.administration.connections.recording import version_of
from shopops.administration.refusals import SettingsRefusal
from shopops.connections.models import Connection, State
from shopops.connections.settings import NotSetUp, connector_of, settings_of
from shopops.connectors.shop import Connector
from shopops.connectors.shops import CONNECTORS
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role
from shopops.tenants.sealing import Unreadable

LIST = "administration/connections.html"
FORM = "administration/connections_form.html"
ONE = "administration/connections_one.html"


@shop_page(least=Role.AUDITOR)
def connections_page(request: HttpRequest, member: Membership) -> HttpResponse:
    context = {
        "section": "settings",
        "shops": board.connected(member.tenant_id, timezone.now()),
        "kinds": board.connectable(member.tenant_id),
        "removed": board.removed(member.tenant_id),
    }
    return TemplateResponse(request, LIST, context)


@shop_page(least=Role.AUDITOR)
def connection_page(request: HttpRequest, member: Membership, connection_id: int) -> HttpResponse:
    return one_page(request, connection_of(member, connection_id), {})


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@shop_command(least=Role.ADMIN)
def connect_page(request: HttpRequest, member: Membership, connector: str) -> HttpResponse:
    kind = CONNECTORS.get(connector)
    if kind is None:
        raise Http404
    if asks := _asked_again(request, _("Connecting {kind}").format(kind=kind.title)):
        return asks
    if request.method != "POST":
        return _form_page(request, member, kind, ShopForm(kind, initial={"title": kind.title}))
    form, status = ShopForm(kind, request.POST), 422
    if form.is_valid():
        try:
            made = connect(
                author=member,
                connector=kind,
                title=form.cleaned_data["title"],
                settings=form.settings,
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            )
        except SettingsRefusal as refusal:
            form.refuse(refusal)
            status = refusal.status
        else:
            messages.success(request, _connected(kind).format(title=made.title))
            return redirect("administration:connection", member.tenant.slug, made.pk)
    return _form_page(request, member, kind, form, status)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@shop_command(least=Role.ADMIN)
def change_page(request: HttpRequest, member: Membership, connection_id: int) -> HttpResponse:
    with shop_scope(member):
        connection = connection_of(member, connection_id)
        seen = version_of(connection)
    kind, kept = _kind(connection), _kept(connection)
    what = _("Changing the settings of {title}").format(title=connection.title)
    if asks := _asked_again(request, what):
        return asks
    if request.method != "POST":
        shown = {"title": connection.title, "seen": seen}
        form = ChangeForm(kind, keeps=kept, initial=shown)
        return _form_page(request, member, kind, form, connection=connection)
    form, status = ChangeForm(kind, request.POST, keeps=kept), 422
    if form.is_valid():
        asked = Asked(
            author=member,
            connection_id=connection.pk,
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        try:
            change(
                asked=asked,
                title=form.cleaned_data["title"],
                settings=form.settings,
                forget=form.forget,
            )
        except SettingsRefusal as refusal:
            form.refuse(refusal)
            form.see(version_now(member, connection))
            status = refusal.status
        else:
            messages.success(request, _("Saved. Test the connection again."))
            return redirect("administration:connection", member.tenant.slug, connection.pk)
    return _form_page(request, member, kind, form, status, connection=connection)


def connection_of(member: Membership, connection_id: int) -> Connection:
    found = Connection.objects.of(member.tenant_id).filter(pk=connection_id).first()
    if found is None:
        raise Http404
    return found


def version_now(member: Membership, connection: Connection) -> int:
    with shop_scope(member):
        return version_of(connection)


def one_page(
    request: HttpRequest, connection: Connection, shown: Mapping[str, Any], status: int = 200
) -> TemplateResponse:
    """In the shop's scope."""
    seen = version_of(connection)
    context = {
        "section": "settings",
        "one": board.shop_of(connection, timezone.now()),
        "address": board.inbox_address(connection),
        "changes": board.changes(connection),
        "carrying": carries_out_form(connection, seen),
        "pausing": seen_form(seen, "pause"),
        "removing": seen_form(seen, "remove"),
        **shown,
    }
    return TemplateResponse(request, ONE, context, status=status)


def _connected(kind: Connector) -> str:
    if kind.writer is None:
        return _("{title} is connected. Test it now.")
    return _("{title} is connected. Test it now. ShopOps does nothing there until you say so.")


def _kind(connection: Connection) -> Connector:
    try:
        if connection.state == State.REMOVED:
            raise Http404
        return connector_of(connection)
    except NotSetUp as gone:
        raise Http404 from gone


def _kept(connection: Connection) -> dict[str, str]:
    """What is not there or can't be opened any more has to be typed anew."""
    try:
        return settings_of(connection)
    except (NotSetUp, Unreadable):
        return {}


def _asked_again(request: HttpRequest, what: str) -> HttpResponse | None:
    """Who says where orders come from, and where money may flow, proves first who they are. A form
    that was sent is not kept for afterwards, because secrets are in it."""
    asks = proof_asked(request, what)
    if asks is not None and request.method == "POST":
        request.session.pop(STATE_SESSION_KEY, None)
    return asks


def _form_page(
    request: HttpRequest,
    member: Membership,
    kind: Connector,
    form: ShopForm,
    status: int = 200,
    connection: Connection | None = None,
) -> HttpResponse:
    context = {
        "section": "settings",
        "kind": board.kind_of(kind),
        "form": form,
        "connection": connection,
        "typed_secrets": form.is_bound and any(one.secret for one in kind.settings),
    }
    with shop_scope(member):
        return rendered(TemplateResponse(request, FORM, context, status=status), member)
