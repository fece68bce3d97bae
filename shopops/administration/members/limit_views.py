"""Setting what one person may approve at most."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from shopops.accounts.again import proof_asked
from shopops.administration.members.forms import LimitForm
from shopops.administration.members.limiting import change_own_limits
from shopops.administration.members.refusals import LimitsMoved, MemberRefusal
from shopops.administration.members.views import person_of, power_of, refused_page
from shopops.tenants.access import shop_command, shop_scope
from shopops.tenants.models import Membership, Role


@require_POST
@shop_command(least=Role.ADMIN)
def limit(request: HttpRequest, member: Membership, member_id: int) -> HttpResponse:
    with shop_scope(member):
        person = person_of(member, member_id)
    form = LimitForm(request.POST, auto_id="id_limit_%s")
    if not form.is_valid():
        return refused_page(request, member, person, {"limiting": form})
    if asks := proof_asked(request, power_of(person)):
        return asks
    try:
        saved = change_own_limits(
            person=person,
            limits=form.cleaned_data["limits"],
            seen=form.cleaned_data["seen_limits"],
            reason=form.cleaned_data["reason"],
            author=member,
            now=timezone.now(),
        )
    except LimitsMoved as moved:
        return refused_page(request, member, person, {"moved": str(moved)}, moved.status)
    except MemberRefusal as refusal:
        form.add_error(None, str(refusal))
        return refused_page(request, member, person, {"limiting": form}, refusal.status)
    said = gettext("The limit of {display_name} is in force with version {version}.").format(
        display_name=person.display_name, version=saved.version
    )
    messages.success(request, said)
    return redirect("administration:member", member.tenant.slug, person.pk)
