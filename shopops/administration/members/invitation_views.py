"""Inviting somebody, sending the mail again and taking the invitation back."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_POST

from shopops.accounts.again import proof_asked
from shopops.administration.members import inviting
from shopops.administration.members.forms import InviteForm
from shopops.administration.members.refusals import MailNotTaken, NotInvited
from shopops.administration.members.views import list_page
from shopops.administration.models import Invitation
from shopops.tenants.access import rendered, shop_command, shop_scope
from shopops.tenants.models import Membership, Role

SENT = gettext_noop("{} has a mail with a link that is good for three days.")


@require_POST
@shop_command(least=Role.ADMIN)
def invite(request: HttpRequest, member: Membership) -> HttpResponse:
    form, status = InviteForm(request.POST), 422
    if form.is_valid():
        admin = form.cleaned_data["role"] == Role.ADMIN
        if admin and (asks := proof_asked(request, gettext("Inviting an admin"))):
            return asks
        try:
            invited = inviting.invite(author=member, now=timezone.now(), **form.cleaned_data)
        except MailNotTaken as problem:
            messages.error(request, f"{form.cleaned_data['email']}: {problem}")
            return _back(member)
        except NotInvited as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(request, gettext(SENT).format(invited.email))
            return _back(member)
    with shop_scope(member):
        return rendered(list_page(request, member, form, status), member)


@require_POST
@shop_command(least=Role.ADMIN)
def send_again(request: HttpRequest, member: Membership, invitation_id: int) -> HttpResponse:
    admin = _invitation(member, invitation_id).role == Role.ADMIN
    if admin and (asks := proof_asked(request, gettext("Inviting an admin"))):
        return asks
    return _do(request, member, invitation_id, inviting.send_again, gettext(SENT))


@require_POST
@shop_command(least=Role.ADMIN)
def revoke(request: HttpRequest, member: Membership, invitation_id: int) -> HttpResponse:
    said = gettext("The invitation of {} is revoked. Its link invites nobody.")
    return _do(request, member, invitation_id, inviting.revoke, said)


def _do(
    request: HttpRequest,
    member: Membership,
    invitation_id: int,
    command: Callable[..., Invitation],
    said: str,
) -> HttpResponse:
    invitation = _invitation(member, invitation_id)
    try:
        command(invitation=invitation, author=member, now=timezone.now())
    except NotInvited as refusal:
        messages.error(request, f"{invitation.email}: {refusal}")
    else:
        messages.success(request, said.format(invitation.email))
    return _back(member)


def _invitation(member: Membership, invitation_id: int) -> Invitation:
    """Another shop's looks like one that never was."""
    with shop_scope(member):
        found = Invitation.objects.of(member.tenant_id).filter(pk=invitation_id).first()
    if found is None:
        raise Http404
    return found


def _back(member: Membership) -> HttpResponse:
    return redirect("administration:members", member.tenant.slug)
