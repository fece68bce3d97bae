"""What an admin does about a request: erase, give what is kept, or answer without either."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from shopops.accounts.again import proof_asked
from shopops.administration.privacy.board import digest_of
from shopops.administration.privacy.forms import AnswerForm, EraseForm
from shopops.administration.privacy.views import one_page, request_of
from shopops.ledger.taken_out import note_taken_out
from shopops.privacy.contents import contents
from shopops.privacy.erasing import MOST_AT_ONCE, erase
from shopops.privacy.finding import orders_meant
from shopops.privacy.models import PrivacyRequest, RequestKind
from shopops.privacy.refusals import OrdersChanged, PrivacyRefused, TooMany
from shopops.privacy.requests import answer
from shopops.tenants.access import rendered, shop_command, shop_scope
from shopops.tenants.models import Membership, Role


@require_POST
@shop_command(least=Role.ADMIN)
def erase_orders(request: HttpRequest, member: Membership, request_id: int) -> HttpResponse:
    """Those that were shown, unless others came since."""
    asked, order_ids = _asked(member, request_id)
    form = EraseForm(request.POST)
    if not form.is_valid() or asked.kind == RequestKind.ACCESS:
        return _shown(request, member, asked, erasing=form, status=422)
    if form.cleaned_data["seen"] != digest_of(order_ids):
        refusal = OrdersChanged()
        return _shown(request, member, asked, erasing=form, refusal=refusal, status=refusal.status)
    if asks := proof_asked(request, gettext("Erasing what is kept of customers")):
        return asks
    try:
        erase(
            tenant_id=member.tenant_id,
            order_ids=order_ids,
            author=member,
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
            request_id=asked.pk,
        )
    except PrivacyRefused as refusal:
        return _shown(request, member, asked, erasing=form, refusal=refusal, status=refusal.status)
    said = ngettext(
        "What was kept of {number} order is erased.",
        "What was kept of {number} orders is erased.",
        len(order_ids),
    )
    messages.success(request, said.format(number=len(order_ids)))
    return redirect("administration:privacy_request", member.tenant.slug, asked.pk)


@require_POST
@shop_command(least=Role.ADMIN)
def download(request: HttpRequest, member: Membership, request_id: int) -> HttpResponse:
    """For the customer, and a secret to everybody else, so it asks for a fresh proof."""
    asked, order_ids = _asked(member, request_id)
    if len(order_ids) > MOST_AT_ONCE:
        refusal = TooMany()
        return _shown(request, member, asked, refusal=refusal, status=refusal.status)
    if asks := proof_asked(request, gettext("Taking out what is kept of a customer")):
        return asks
    now = timezone.now()
    with shop_scope(member):
        said = contents(member.tenant, order_ids, now)
        note_taken_out("customer", by=member, now=now, orders=len(order_ids), request=asked.pk)
    name = f"{member.tenant.slug}-customer-data-{asked.pk}.json"
    return HttpResponse(
        said,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_POST
@shop_command(least=Role.ADMIN)
def settle(request: HttpRequest, member: Membership, request_id: int) -> HttpResponse:
    asked, _ = _asked(member, request_id)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _shown(request, member, asked, answering=form, status=422)
    try:
        answer(
            request_id=asked.pk,
            given=request.POST.get("as") == "given",
            author=member,
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
    except PrivacyRefused as refusal:
        return _shown(
            request, member, asked, answering=form, refusal=refusal, status=refusal.status
        )
    messages.success(request, gettext("The request is settled."))
    return redirect("administration:privacy", member.tenant.slug)


def _asked(member: Membership, request_id: int) -> tuple[PrivacyRequest, list[str]]:
    with shop_scope(member):
        asked = request_of(member, request_id)
        return asked, orders_meant(asked, most=MOST_AT_ONCE)


def _shown(
    request: HttpRequest,
    member: Membership,
    asked: PrivacyRequest,
    *,
    erasing: EraseForm | None = None,
    answering: AnswerForm | None = None,
    refusal: PrivacyRefused | None = None,
    status: int,
) -> HttpResponse:
    with shop_scope(member):
        asked = request_of(member, asked.pk)
        page = one_page(
            request,
            member,
            asked,
            erasing=erasing,
            answering=answering,
            refusal=refusal,
            status=status,
        )
        return rendered(page, member)
