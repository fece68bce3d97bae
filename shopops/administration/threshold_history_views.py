"""The versions of a shop's numbers: who may see orders may see by which numbers they were judged;
an admin may put an older version into force again, as a new one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from shopops.accounts.again import proof_asked
from shopops.administration.forms import RestoreForm
from shopops.administration.history import SHOWN_VERSIONS, version_history
from shopops.administration.preview.reading import key, version_or_404
from shopops.administration.refusals import SettingsRefusal
from shopops.administration.threshold_history import shown_version
from shopops.administration.threshold_saving import SAVING, in_force_words, put_in_force
from shopops.tenants import thresholds
from shopops.tenants.access import allows, rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

TEMPLATE = "administration/threshold_history.html"
BIGGEST = 2**31 - 1


@shop_page()
def history_page(request: HttpRequest, member: Membership) -> HttpResponse:
    """`?version=` beside `?against=`; `?below=` goes further back in the list."""
    version, against = _asked(request, "version"), _asked(request, "against")
    return _page(request, member, RestoreForm(), version, against)


@require_POST
@shop_command(least=Role.ADMIN)
def restore_version(request: HttpRequest, member: Membership, version: int) -> HttpResponse:
    """The numbers of that version as the next one. Nothing in between is lost."""
    form, status = RestoreForm(request.POST), 422
    with shop_scope(member):
        older = version_or_404(member.tenant_id, version)
        current = thresholds.current(member.tenant_id).version
    if form.is_valid():
        if asks := proof_asked(request, gettext(SAVING)):
            return asks
        try:
            saved = put_in_force(
                numbers=older,
                based_on=key(request.POST.get("based_on")),
                reason=_reason(version, form.cleaned_data["reason"]),
                author=member,
            )
        except SettingsRefusal as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
        else:
            messages.success(request, in_force_words(saved.version))
            return redirect("administration:threshold_history", member.tenant.slug)
    with shop_scope(member):
        return rendered(_page(request, member, form, version, current, status=status), member)


def _reason(version: int, typed: str) -> str:
    """It says wherever the new version is listed which one it repeats."""
    said = gettext("Version {version} restored: {reason}")
    return said.format(version=version, reason=typed)


def _page(
    request: HttpRequest,
    member: Membership,
    form: RestoreForm,
    version: int | None,
    against: int | None,
    status: int = 200,
) -> TemplateResponse:
    shown = shown_version(member.tenant_id, version, against)
    history = version_history(member.tenant_id, _asked(request, "below"))
    context = {
        "section": "settings",
        "shown": shown,
        "form": form,
        "history": history,
        "sees_settings": allows(member, Role.AUDITOR),
        "further": history[-1].version if len(history) == SHOWN_VERSIONS else None,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)


def _asked(request: HttpRequest, name: str) -> int | None:
    """A version out of the address. Raises `Http404` for what is no number."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not 0 < key(text) <= BIGGEST:
        raise Http404
    return key(text)
