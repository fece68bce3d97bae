"""The page of the shop's suppression list."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from shopops.administration.preview.reading import key
from shopops.administration.suppression.forms import LookForm, SuppressForm, TakeOffForm
from shopops.administration.suppression.listing import NotListed, release, suppress
from shopops.connectors.models import Suppressed
from shopops.connectors.suppression import refs_of
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

TEMPLATE = "administration/suppression.html"
PAGE = 50


def suppression_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = add_addresses if request.method == "POST" else show_list
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show_list(request: HttpRequest, member: Membership) -> HttpResponse:
    return _page(request, member, SuppressForm())


@shop_command(least=Role.ADMIN)
def add_addresses(request: HttpRequest, member: Membership) -> HttpResponse:
    form = SuppressForm(request.POST)
    if form.is_valid():
        added = suppress(author=member, now=timezone.now(), **form.cleaned_data)
        already = (
            gettext("; {already} stood there already").format(already=added.already)
            if added.already
            else ""
        )
        messages.success(
            request,
            gettext("{added} put on the list{already}.").format(added=added.added, already=already),
        )
        return redirect("administration:suppression", member.tenant.slug)
    with shop_scope(member):
        return rendered(_page(request, member, form, status=422), member)


@require_POST
@shop_command(least=Role.ADMIN)
def take_off(request: HttpRequest, member: Membership, entry_id: int) -> HttpResponse:
    form = TakeOffForm(request.POST)
    if not form.is_valid():
        with shop_scope(member):
            page = _page(request, member, SuppressForm(), status=422, off=form, of=entry_id)
            return rendered(page, member)
    try:
        entry = release(
            entry_id=entry_id,
            reason=form.cleaned_data["reason"],
            author=member,
            now=timezone.now(),
        )
    except NotListed as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(
            request, gettext("{shown} may be written to again.").format(shown=entry.shown)
        )
    return redirect("administration:suppression", member.tenant.slug)


def _page(
    request: HttpRequest,
    member: Membership,
    form: SuppressForm,
    status: int = 200,
    off: TakeOffForm | None = None,
    of: int | None = None,
) -> TemplateResponse:
    """`off`: what was refused of taking the entry `of` from the list."""
    entries = Suppressed.objects.of(member.tenant_id).filter(removed_at=None)
    look = LookForm(request.GET)
    asked = look.cleaned_data["address"].strip() if look.is_valid() else ""
    if asked:
        entries = entries.filter(ref__in=refs_of(member.tenant_id, asked))
    below = key(request.GET.get("below"))
    older = entries.filter(pk__lt=below) if below else entries
    shown = list(older.select_related("added_by").order_by("-pk")[: PAGE + 1])
    context = {
        "section": "settings",
        "form": form,
        "off": off or TakeOffForm(),
        "refused_of": of,
        "look": look,
        "asked": asked,
        "entries": shown[:PAGE],
        "count": entries.count(),
        "further": shown[PAGE - 1].pk if len(shown) > PAGE else None,
        "taken_off": _taken_off(member.tenant_id),
    }
    return TemplateResponse(request, TEMPLATE, context, status=status)


def _taken_off(tenant_id: int) -> list[Suppressed]:
    found = Suppressed.objects.of(tenant_id).filter(removed_at__isnull=False)
    return list(found.select_related("removed_by").order_by("-removed_at", "-pk")[:PAGE])
