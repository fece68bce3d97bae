"""The page on which an admin sets which answers count."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext

from shopops.accounts.again import proof_asked
from shopops.acknowledgments import rules as inbound
from shopops.administration.looking_back import beside, to_restore, why_restored
from shopops.administration.merging import on_top_of
from shopops.administration.replies.forms import RepliesForm, form_of
from shopops.administration.replies.history import replies_changes, replies_history
from shopops.administration.replies.settings import change_replies
from shopops.administration.replies.ways import ways_of
from shopops.administration.saving import save_or_show
from shopops.alarms.models import RosterContact
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

TEMPLATE = "administration/replies.html"


def replies_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = save if request.method == "POST" else show
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership) -> HttpResponse:
    """With `?restore=` an older version is filled in, to be saved as the next."""
    at = partial(inbound.at, member.tenant_id)
    filled, restores = to_restore(request, inbound.current(member.tenant_id), at)
    form = form_of(filled)
    form.initial["reason"] = why_restored(restores)
    return _page(request, member, form, restores=restores)


@shop_command(least=Role.ADMIN)
def save(request: HttpRequest, member: Membership) -> HttpResponse:
    form = RepliesForm(request.POST)
    what = gettext("Changing which answers count")
    if form.is_valid() and (asks := proof_asked(request, what)):
        return asks
    return save_or_show(
        request,
        member,
        form,
        save=partial(_save, member, form),
        page=partial(_page, request, member, form),
        moved=partial(_moved, request, member, form),
        done=gettext("Version {} is in force. The next answer is judged by it."),
        back="administration:replies",
    )


def _save(member: Membership, form: RepliesForm) -> int:
    return change_replies(
        tenant_id=member.tenant_id,
        rules=form.rules,
        based_on=form.cleaned_data["based_on"],
        reason=form.cleaned_data["reason"],
        author=member,
        knowingly=form.cleaned_data["knowingly"],
    ).version


def _moved(request: HttpRequest, member: Membership, form: RepliesForm, words: str) -> HttpResponse:
    """The page with what this author changed, on top of what somebody else saved."""
    with shop_scope(member):
        current = inbound.current(member.tenant_id)
        base = inbound.at(member.tenant_id, form.cleaned_data["based_on"]) or current
        again = form_of(on_top_of(current, base=base, draft=form.rules))
        again.initial["reason"] = form.cleaned_data["reason"]
        return rendered(_page(request, member, again, status=409, moved=words), member)


def _page(
    request: HttpRequest,
    member: Membership,
    form: RepliesForm,
    status: int = 200,
    moved: str = "",
    restores: int | None = None,
) -> TemplateResponse:
    current = inbound.current(member.tenant_id)
    shared = RosterContact.objects.of(member.tenant_id).filter(active=True, shared=True)
    context = {
        "section": "settings",
        "current": current,
        "next_version": current.version + 1,
        "form": form,
        "moved": moved,
        "ways": ways_of(member.tenant.slug),
        "site_server": settings.SHOPOPS_AUTHSERV_ID,
        "shared": list(shared.select_related("membership").order_by("email")),
        "history": replies_history(member.tenant_id),
        "beside": beside(request, partial(inbound.at, member.tenant_id), replies_changes),
        "restores": restores,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)
