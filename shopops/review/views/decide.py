"""A decision comes in. It is taken from the handle; success is shown after the commit."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from shopops.accounts.again import ask_again, can_prove_again
from shopops.accounts.freshness import proven_at
from shopops.proposals.models import Proposal
from shopops.review.decision_form import DecisionForm, read_decision
from shopops.review.decisions import Deciding
from shopops.review.handles import find_handle
from shopops.review.keeping import keep_refused
from shopops.review.last_decided import remember, to_take_back
from shopops.review.proof import AtPage
from shopops.review.receipt.find import decision_of_handle
from shopops.review.refusals import DecisionRefused, HandleUnknown, NotConfirmedAgain
from shopops.review.views.addresses import proposal_address, queue_address
from shopops.review.views.commands import Done, carry_out
from shopops.review.views.queue import following
from shopops.review.views.refusing import refused
from shopops.tenants.access import shop_command, shop_scope
from shopops.tenants.models import Membership, Role


@require_POST
@shop_command(Role.REVIEWER)
def decide(request: HttpRequest, member: Membership) -> HttpResponse:
    try:
        form = read_decision(request.POST)
        done = _done(request, form, member)
    except DecisionRefused as refusal:
        if isinstance(refusal, NotConfirmedAgain) and can_prove_again(request):
            return ask_again(request, _what(request, member))
        keep_refused(
            refusal,
            person=member,
            handle=request.POST.get("handle", ""),
            kind=request.POST.get("decision", ""),
        )
        return refused(request, member, refusal)
    if request.POST.get("then") == "next":
        return _to(request, _onward(request, member, form, done))
    messages.success(request, _with_receipt(done.said, form, member))
    return _to(request, proposal_address(request, member, done.proposal_id))


def _what(request: HttpRequest, member: Membership) -> str:
    """What needs a proof of who decides; only an approval does."""
    with shop_scope(member):
        handle = request.POST.get("handle", "")
        held = find_handle(tenant_id=member.tenant_id, handle=handle, reviewer=member)
        return _("Approving {number}").format(number=held.proposal.order_number)


def _to(request: HttpRequest, address: str) -> HttpResponse:
    """A whole page, also when htmx sent the form: the list and the message belong to it."""
    if request.headers.get("HX-Request") == "true":
        return HttpResponseClientRedirect(address)
    return redirect(address)


def _done(request: HttpRequest, form: DecisionForm, member: Membership) -> Done:
    _refuse_token_s(form, member)
    deciding = Deciding(tenant_id=member.tenant_id, handle=form.handle, reviewer=member)
    return carry_out(form, deciding, AtPage(proven_at(request)))


def _refuse_token_s(form: DecisionForm, member: Membership) -> None:
    """What a token was shown decides by that token alone: the ledger says who vouched."""
    with shop_scope(member):
        held = find_handle(tenant_id=member.tenant_id, handle=form.handle, reviewer=member)
    if held.token_id is not None:
        raise HandleUnknown


def _onward(request: HttpRequest, member: Membership, form: DecisionForm, done: Done) -> str:
    """Straight to the next order of the list, from which the decision can be taken back; what is
    said there of it, with the ways to it, is not said in a message too."""
    remember(request, member, done.proposal_id)
    address = proposal_address(request, member, done.proposal_id)
    with shop_scope(member):
        decided = Proposal.objects.of(member.tenant_id).get(pk=done.proposal_id)
        after = following(request, member, decided)
        is_offered = to_take_back(decided, member, timezone.now()) is not None
    if not is_offered:
        said = format_html('{} <a href="{}" data-last>{}</a>', done.said, address, _("Open it"))
        messages.success(request, _with_receipt(said, form, member))
    if after is not None and after.pk != done.proposal_id:
        return proposal_address(request, member, after.pk)
    return queue_address(request, member)


def _with_receipt(said: str, form: DecisionForm, member: Membership) -> str:
    """After the commit, so the receipt is there when somebody follows the link."""
    with shop_scope(member):
        decision = decision_of_handle(handle=form.handle, reviewer=member)
    address = reverse("review:receipt", args=[member.tenant.slug, decision])
    return format_html('{} <a href="{}">{}</a>', said, address, _("Receipt"))
