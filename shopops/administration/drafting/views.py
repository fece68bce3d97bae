"""The page on which an admin lets a model draft words, and reads what goes out to it."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext

from shopops.administration.drafting.forms import WordingForm, form_of
from shopops.administration.drafting.history import wording_changes, wording_history
from shopops.administration.drafting.settings import change_wording
from shopops.administration.looking_back import beside, to_restore, why_restored
from shopops.administration.saving import save_or_show
from shopops.narrative.configured import configured_model
from shopops.review.drafting import switch
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

TEMPLATE = "administration/wording.html"


def wording_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = save if request.method == "POST" else show
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show(request: HttpRequest, member: Membership) -> HttpResponse:
    """With `?restore=` an older version is filled in, to be saved as the next."""
    at = partial(switch.at, member.tenant_id)
    filled, restores = to_restore(request, switch.current(member.tenant_id), at)
    form = form_of(filled)
    form.initial["reason"] = why_restored(restores)
    return _page(request, member, form, restores=restores)


@shop_command(least=Role.ADMIN)
def save(request: HttpRequest, member: Membership) -> HttpResponse:
    form = WordingForm(request.POST)
    return save_or_show(
        request,
        member,
        form,
        save=partial(_save, member, form),
        page=partial(_page, request, member, form),
        moved=partial(_moved, request, member, form),
        done=gettext("Version {} is in force. The next draft is asked for under it."),
        back="administration:wording",
    )


def _save(member: Membership, form: WordingForm) -> int:
    return change_wording(
        tenant_id=member.tenant_id,
        wording=form.wording,
        based_on=form.cleaned_data["based_on"],
        reason=form.cleaned_data["reason"],
        author=member,
        now=timezone.now(),
    ).version


def _moved(request: HttpRequest, member: Membership, form: WordingForm, words: str) -> HttpResponse:
    """As somebody else saved it meanwhile: the one choice there is may be theirs by now."""
    with shop_scope(member):
        again = form_of(switch.current(member.tenant_id))
        again.initial["reason"] = form.cleaned_data["reason"]
        return rendered(_page(request, member, again, status=409, moved=words), member)


def _page(
    request: HttpRequest,
    member: Membership,
    form: WordingForm,
    status: int = 200,
    moved: str = "",
    restores: int | None = None,
) -> TemplateResponse:
    current, model = switch.current(member.tenant_id), configured_model()
    context = {
        "section": "settings",
        "current": current,
        "next_version": current.version + 1,
        "form": form,
        "moved": moved,
        "model": model.name if model else "",
        "history": wording_history(member.tenant_id),
        "beside": beside(request, partial(switch.at, member.tenant_id), wording_changes),
        "restores": restores,
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)
