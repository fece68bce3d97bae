"""The pages of what customers ask about their data: the list, and one request."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone

from shopops.administration.privacy.board import digest_of, row_of, standing_of
from shopops.administration.privacy.forms import AnswerForm, ByHandForm, EraseForm
from shopops.privacy.models import PrivacyRequest, RequestKind
from shopops.privacy.refusals import PrivacyRefused
from shopops.privacy.requests import open_by_hand, open_requests
from shopops.tenants.access import rendered, shop_command, shop_page, shop_scope
from shopops.tenants.models import Membership, Role

LIST, ONE = "administration/privacy.html", "administration/privacy_one.html"
MOST_OPEN, MOST_SETTLED = 200, 30


def privacy_page(request: HttpRequest, slug: str) -> HttpResponse:
    view = open_one if request.method == "POST" else show_list
    return view(request, slug=slug)


@shop_page(least=Role.AUDITOR)
def show_list(request: HttpRequest, member: Membership) -> HttpResponse:
    return _list(request, member, ByHandForm())


@shop_command(least=Role.ADMIN)
def open_one(request: HttpRequest, member: Membership) -> HttpResponse:
    form = ByHandForm(request.POST)
    if form.is_valid():
        kind = RequestKind(form.cleaned_data["kind"])
        try:
            made = open_by_hand(
                kind=kind, number=form.cleaned_data["number"], author=member, now=timezone.now()
            )
        except PrivacyRefused as refusal:
            form.add_error("number", str(refusal))
        else:
            return redirect("administration:privacy_request", member.tenant.slug, made.pk)
    with shop_scope(member):
        return rendered(_list(request, member, form, status=422), member)


@shop_page(least=Role.AUDITOR)
def show_one(request: HttpRequest, member: Membership, request_id: int) -> HttpResponse:
    return one_page(request, member, request_of(member, request_id))


def request_of(member: Membership, request_id: int) -> PrivacyRequest:
    rows = PrivacyRequest.objects.of(member.tenant_id)
    people = rows.select_related("connection", "opened_by", "settled_by")
    found = people.filter(pk=request_id).first()
    if found is None:
        raise Http404
    return found


def one_page(
    request: HttpRequest,
    member: Membership,
    asked: PrivacyRequest,
    *,
    erasing: EraseForm | None = None,
    answering: AnswerForm | None = None,
    refusal: PrivacyRefused | None = None,
    status: int = 200,
) -> TemplateResponse:
    now = timezone.now()
    standing = standing_of(member.tenant, asked, now)
    context = {
        "section": "settings",
        "row": row_of(asked, now),
        "standing": standing,
        "seen": digest_of(standing.order_ids),
        "erasing": erasing or EraseForm(),
        "answering": answering or AnswerForm(),
        "refusal": refusal,
    }
    return TemplateResponse(request, ONE, context, status=status)


def _list(
    request: HttpRequest, member: Membership, form: ByHandForm, status: int = 200
) -> TemplateResponse:
    now = timezone.now()
    waiting = list(open_requests(member.tenant_id)[:MOST_OPEN])
    settled = PrivacyRequest.objects.of(member.tenant_id).exclude(settled_at=None)
    done = settled.select_related("connection", "settled_by").order_by("-pk")[:MOST_SETTLED]
    context = {
        "section": "settings",
        "form": form,
        "waiting": [row_of(one, now) for one in waiting],
        "settled": [row_of(one, now) for one in done],
    }
    return TemplateResponse(request, LIST, context, status=status)
