"""The buttons of a connection's page: test it, say what it carries out, pause, resume, remove."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from shopops.accounts.again import proof_asked
from shopops.administration.connections import board, commands
from shopops.administration.connections.commands import Asked
from shopops.administration.connections.forms import CarriesOutForm, SeenForm
from shopops.administration.connections.recording import version_of
from shopops.administration.connections.trying import in_words, try_out
from shopops.administration.connections.views import connection_of, one_page
from shopops.administration.refusals import SettingsRefusal
from shopops.connections.models import CarriesOut, Connection, State
from shopops.tenants.access import rendered, shop_command, shop_scope
from shopops.tenants.models import Membership, Role

RESULT = "administration/connections_tested.html"
Command = Callable[[Asked], object]


@require_POST
@shop_command(least=Role.ADMIN)
def test(request: HttpRequest, member: Membership, connection_id: int) -> HttpResponse:
    with shop_scope(member):
        connection = connection_of(member, connection_id)
    if connection.state == State.REMOVED:
        return _back(member, connection)
    tested = try_out(tenant_id=member.tenant_id, connection_id=connection.pk, now=timezone.now())
    if request.headers.get("HX-Request") != "true":
        say = messages.success if tested.works else messages.error
        say(request, in_words(tested))
        return _back(member, connection)
    with shop_scope(member):
        connection.refresh_from_db()
        context = {"one": board.shop_of(connection, timezone.now()), "tested": tested}
        return rendered(TemplateResponse(request, RESULT, context), member)


@require_POST
@shop_command(least=Role.ADMIN)
def carries_out(request: HttpRequest, member: Membership, connection_id: int) -> HttpResponse:
    """More than nothing lets money flow, so it asks for a fresh proof, as approving much does."""
    with shop_scope(member):
        connection = connection_of(member, connection_id)
    form = CarriesOutForm(request.POST, auto_id="id_out_%s")
    if not form.is_valid():
        return _shown(request, member, connection, "carrying", form)
    what = CarriesOut(form.cleaned_data["what"])
    said = _("Letting {title} carry out what was approved").format(title=connection.title)
    if what is not CarriesOut.NOTHING and (asks := proof_asked(request, said)):
        return asks
    return _do(
        request,
        member,
        connection,
        form,
        name="carrying",
        command=lambda asked: commands.carry_out(asked=asked, what=what),
        done=gettext_noop("Saved: {carries_out}."),
    )


@require_POST
@shop_command(least=Role.ADMIN)
def pause(request: HttpRequest, member: Membership, connection_id: int) -> HttpResponse:
    done = gettext_noop("{title} is paused.")
    return _turn(request, member, connection_id, "pausing", commands.pause, done)


@require_POST
@shop_command(least=Role.ADMIN)
def resume(request: HttpRequest, member: Membership, connection_id: int) -> HttpResponse:
    """Money may flow again, so it asks for a fresh proof too."""
    done = gettext_noop("{title} is connected again.")
    proof = gettext_noop("Resuming {title}")
    return _turn(request, member, connection_id, "pausing", commands.resume, done, proof)


@require_POST
@shop_command(least=Role.ADMIN)
def remove(request: HttpRequest, member: Membership, connection_id: int) -> HttpResponse:
    done = gettext_noop("{title} is removed, and its settings are erased.")
    return _turn(request, member, connection_id, "removing", commands.remove, done)


def _turn(
    request: HttpRequest,
    member: Membership,
    connection_id: int,
    name: str,
    command: Callable[..., Connection],
    done: str,
    proof: str = "",
) -> HttpResponse:
    """`proof`: what needs a fresh one; empty: nothing does."""
    with shop_scope(member):
        connection = connection_of(member, connection_id)
    form = SeenForm(request.POST, auto_id=f"id_{name.removesuffix('ing')}_%s")
    if not form.is_valid():
        return _shown(request, member, connection, name, form)
    said = _(proof).format(title=connection.title) if proof else ""
    if said and (asks := proof_asked(request, said)):
        return asks
    return _do(
        request,
        member,
        connection,
        form,
        name=name,
        command=lambda asked: command(asked=asked),
        done=done,
    )


def _do(
    request: HttpRequest,
    member: Membership,
    connection: Connection,
    form: SeenForm,
    *,
    name: str,
    command: Command,
    done: str,
) -> HttpResponse:
    asked = Asked(
        author=member,
        connection_id=connection.pk,
        seen=form.cleaned_data["seen"],
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    try:
        command(asked)
    except SettingsRefusal as refusal:
        form.add_error(None, str(refusal))
        return _shown(request, member, connection, name, form, refusal.status)
    with shop_scope(member):
        connection.refresh_from_db()
        carries = board.carries_out_words(connection)
    messages.success(request, _(done).format(title=connection.title, carries_out=carries))
    return _back(member, connection)


def _shown(
    request: HttpRequest,
    member: Membership,
    connection: Connection,
    name: str,
    form: SeenForm,
    status: int = 422,
) -> HttpResponse:
    """The page as it is now, with what was typed."""
    with shop_scope(member):
        connection.refresh_from_db()
        form.see(version_of(connection))
        page = one_page(request, connection, {name: form, "refused": form}, status)
        return rendered(page, member)


def _back(member: Membership, connection: Connection) -> HttpResponse:
    return redirect("administration:connection", member.tenant.slug, connection.pk)
