"""A decision comes in. It is taken from the handle; success is shown after the commit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from shopops.accounts.again import ask_again, can_prove_again
from shopops.accounts.freshness import proven_at
from shopops.proposals.models import Proposal
from shopops.review.decision_form import DecisionForm, read_decision
from shopops.review.decisions import Decided, approve, handle_outside, reject
from shopops.review.handles import find_handle
from shopops.review.keeping import keep_refused
from shopops.review.last_decided import remember
from shopops.review.models import DecisionKind
from shopops.review.proof import AtPage
from shopops.review.questions import respond, take_back
from shopops.review.receipt.find import decision_of_handle
from shopops.review.refusals import DecisionRefused, HandleUnknown, NotConfirmedAgain
from shopops.review.renewal import renew
from shopops.review.revising import edit
from shopops.review.supplying import supply_fact
from shopops.review.undo import undo
from shopops.review.views.addresses import proposal_address, queue_address
from shopops.review.views.queue import following
from shopops.review.views.refusing import refused
from shopops.tenants.access import shop_command, shop_scope
from shopops.tenants.models import Membership, Role

SAID = {
    DecisionKind.APPROVE: "approved. Held: carrying out is not connected yet.",
    DecisionKind.REJECT: "rejected. Nothing of it will happen.",
    DecisionKind.HANDLED_OUTSIDE: "recorded as handled outside.",
    DecisionKind.RESPOND: "waits for information. It comes back when its evidence changes.",
    DecisionKind.TAKE_BACK: "waits for a decision again.",
}
HALF = "approved, 1 of 2. It waits for a second person."


@dataclass(frozen=True, slots=True)
class Done:
    """What the message says, and which proposal is shown with it."""

    said: str
    proposal_id: int


@require_POST
@shop_command(Role.REVIEWER)
def decide(request: HttpRequest, member: Membership) -> HttpResponse:
    try:
        form = read_decision(request.POST)
        done = _done(request, form, member)
    except DecisionRefused as refusal:
        if isinstance(refusal, NotConfirmedAgain) and can_prove_again(request):
            return ask_again(request)
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


def _to(request: HttpRequest, address: str) -> HttpResponse:
    """A whole page, also when htmx sent the form: the list and the message belong to it."""
    if request.headers.get("HX-Request") == "true":
        return HttpResponseClientRedirect(address)
    return redirect(address)


def _done(request: HttpRequest, form: DecisionForm, member: Membership) -> Done:
    _refuse_token_s(form, member)
    if form.decision is DecisionKind.APPROVE:
        return _approve(form, member, AtPage(proven_at(request)))
    return COMMANDS[form.decision](form, member)


def _refuse_token_s(form: DecisionForm, member: Membership) -> None:
    """What a token was shown decides by that token alone: the ledger says who vouched."""
    with shop_scope(member):
        held = find_handle(tenant_id=member.tenant_id, handle=form.handle, reviewer=member)
    if held.token_id is not None:
        raise HandleUnknown


def _onward(request: HttpRequest, member: Membership, form: DecisionForm, done: Done) -> str:
    """Straight to the next order of the list, from which the decision can be taken back."""
    remember(request, member, done.proposal_id)
    address = proposal_address(request, member, done.proposal_id)
    said = format_html('{} <a href="{}" data-last>Open it</a>', done.said, address)
    messages.success(request, _with_receipt(said, form, member))
    with shop_scope(member):
        decided = Proposal.objects.of(member.tenant_id).get(pk=done.proposal_id)
        after = following(request, member, decided)
    if after is not None and after.pk != done.proposal_id:
        return proposal_address(request, member, after.pk)
    return queue_address(request, member)


def _with_receipt(said: str, form: DecisionForm, member: Membership) -> str:
    """After the commit, so the receipt is there when somebody follows the link."""
    with shop_scope(member):
        decision = decision_of_handle(handle=form.handle, reviewer=member)
    address = reverse("review:receipt", args=[member.tenant.slug, decision])
    return format_html('{} <a href="{}">Receipt</a>', said, address)


def _approve(form: DecisionForm, member: Membership, page: AtPage) -> Done:
    return _settled(
        approve(
            tenant_id=member.tenant_id,
            handle=form.handle,
            reviewer=member,
            action_indexes=form.action_indexes,
            reason=form.reason,
            bypass=form.bypass,
            page=page,
        )
    )


def _reject(form: DecisionForm, member: Membership) -> Done:
    return _settled(
        reject(
            tenant_id=member.tenant_id,
            handle=form.handle,
            reviewer=member,
            reason=form.reason,
            preset=form.preset,
        )
    )


def _handle_outside(form: DecisionForm, member: Membership) -> Done:
    return _settled(
        handle_outside(
            tenant_id=member.tenant_id,
            handle=form.handle,
            reviewer=member,
            outcome=form.outcome,
            reason=form.reason,
        )
    )


def _respond(form: DecisionForm, member: Membership) -> Done:
    return _settled(
        respond(
            tenant_id=member.tenant_id, handle=form.handle, reviewer=member, question=form.reason
        )
    )


def _take_back(form: DecisionForm, member: Membership) -> Done:
    return _settled(
        take_back(
            tenant_id=member.tenant_id, handle=form.handle, reviewer=member, answer=form.reason
        )
    )


def _settled(decided: Decided) -> Done:
    half = decided.kind is DecisionKind.APPROVE and not decided.final
    said = HALF if half else SAID[decided.kind]
    return Done(f"{decided.order_number} {said}", decided.proposal_id)


def _edit(form: DecisionForm, member: Membership) -> Done:
    saved = edit(
        tenant_id=member.tenant_id,
        handle=form.handle,
        reviewer=member,
        edits=form.edits,
        reason=form.reason,
    )
    said = f"{saved.order_number} changed: revision {saved.revision}. Decide on it here."
    return Done(said, saved.proposal_id)


def _undo(form: DecisionForm, member: Membership) -> Done:
    undone = undo(
        tenant_id=member.tenant_id, handle=form.handle, reviewer=member, reason=form.reason
    )
    waits = "It waits for a decision again." if undone.waits else "A newer revision has its place."
    return Done(f"{undone.order_number}: decision taken back. {waits}", undone.proposal_id)


def _supply_fact(form: DecisionForm, member: Membership) -> Done:
    supplied = supply_fact(
        tenant_id=member.tenant_id,
        handle=form.handle,
        reviewer=member,
        name=form.fact,
        value=form.value,
        known_from=form.reason,
    )
    said = f"{supplied.order_number}: kept, and proposed anew with it."
    return Done(said, supplied.proposal_id)


def _propose_again(form: DecisionForm, member: Membership) -> Done:
    renewed = renew(tenant_id=member.tenant_id, handle=form.handle, reviewer=member)
    return Done(f"{renewed.order_number} proposed again.", renewed.proposal_id)


COMMANDS: Mapping[DecisionKind, Callable[[DecisionForm, Membership], Done]] = {
    DecisionKind.REJECT: _reject,
    DecisionKind.HANDLED_OUTSIDE: _handle_outside,
    DecisionKind.EDIT: _edit,
    DecisionKind.RESPOND: _respond,
    DecisionKind.TAKE_BACK: _take_back,
    DecisionKind.SUPPLY_FACT: _supply_fact,
    DecisionKind.UNDO: _undo,
    DecisionKind.PROPOSE_AGAIN: _propose_again,
}
