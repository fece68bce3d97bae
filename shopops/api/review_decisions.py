"""A decision comes in. Who decides is the person of the token, what they decide the handle's item;
the body says neither. It counts once for its `Idempotency-Key`."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router

from shopops.api import review_presenters as presenters
from shopops.api import review_schemas as schemas
from shopops.api.acting import decider_of
from shopops.api.auth import BearerToken
from shopops.api.idempotency import Asked, key_of, once
from shopops.api.requests import token_of
from shopops.api.review_bodies import (
    DecisionIn,
    EditIn,
    decision_in,
    hash_of,
    shown_body,
)
from shopops.api.review_examples import DECIDED, DECISION, IDEMPOTENCY_KEY, shown
from shopops.api.review_items import BIGGEST_ID, unknown_item
from shopops.api.review_problems import refusal_response, with_successor
from shopops.proposals.models import Proposal
from shopops.review.decisions import approve, handle_outside, reject
from shopops.review.handles import find_handle
from shopops.review.models import Decision, DecisionKind
from shopops.review.questions import respond, take_back
from shopops.review.refusals import DecisionRefused, HandleUnknown
from shopops.review.renewal import renew
from shopops.review.revising import edit
from shopops.review.supplying import supply_fact
from shopops.review.undo import undo
from shopops.tenants.models import ApiToken, Membership
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope

router = Router(tags=["review"], auth=BearerToken(Scope.REVIEW_DECIDE))


@router.post(
    "/review-items/{int:item_id}/decisions",
    response={201: schemas.DecisionOut},
    openapi_extra={
        **shown_body(DecisionIn, DECISION),
        **shown(201, DECIDED),
        "parameters": [IDEMPOTENCY_KEY],
    },
    summary="Decide on an item, with the handle that was shown with it",
)
def decide(request: HttpRequest, item_id: int) -> HttpResponse:
    """`decision` is one of the item's `allowed_decisions`. Success is answered after the commit."""
    token, person = token_of(request), decider_of(request)
    key, wanted = key_of(request), decision_in(request)
    _refuse_other_item(token, person, item_id, wanted.handle)

    def act() -> HttpResponse:
        try:
            COMMANDS[wanted.kind](wanted, person)
        except DecisionRefused as refusal:
            known = with_successor(refusal, token.tenant_id, timezone.now())
            return refusal_response(request, known)
        return _answer(_made(person, wanted.handle))

    def recover() -> HttpResponse | None:
        made = _made(person, wanted.handle)
        return None if made is None else _answer(made)

    asked = Asked(token, key, hash_of(request, wanted))
    return once(asked, act=act, recover=recover, now=timezone.now())


def _refuse_other_item(token: ApiToken, person: Membership, item_id: int, handle: str) -> None:
    """A handle decides the item in the address and no other, and only by the token it was shown
    to: the ledger says who vouched for the person."""
    with tenant_scope(token.tenant_id):
        items = Proposal.objects.of(token.tenant_id)
        if not items.filter(pk=min(item_id, BIGGEST_ID)).exists():
            raise unknown_item()
        held = find_handle(tenant_id=token.tenant_id, handle=handle, reviewer=person)
        if held.proposal_id != item_id or held.token_id != token.pk:
            raise HandleUnknown


def _approve(wanted: DecisionIn, person: Membership) -> None:
    approve(
        tenant_id=person.tenant_id,
        handle=wanted.handle,
        reviewer=person,
        action_indexes=wanted.actions or (),
        reason=wanted.reason or "",
        bypass=wanted.bypass or (),
    )


def _reject(wanted: DecisionIn, person: Membership) -> None:
    reject(
        tenant_id=person.tenant_id,
        handle=wanted.handle,
        reviewer=person,
        reason=wanted.reason or "",
        preset=wanted.preset or "",
    )


def _handle_outside(wanted: DecisionIn, person: Membership) -> None:
    handle_outside(
        tenant_id=person.tenant_id,
        handle=wanted.handle,
        reviewer=person,
        outcome=wanted.outcome or "",
        reason=wanted.reason or "",
    )


def _edit(wanted: DecisionIn, person: Membership) -> None:
    edit(
        tenant_id=person.tenant_id,
        handle=wanted.handle,
        reviewer=person,
        edits=(wanted.edit or EditIn()).edits(),
        reason=wanted.reason or "",
    )


def _respond(wanted: DecisionIn, person: Membership) -> None:
    respond(
        tenant_id=person.tenant_id,
        handle=wanted.handle,
        reviewer=person,
        question=wanted.question or "",
    )


def _take_back(wanted: DecisionIn, person: Membership) -> None:
    take_back(
        tenant_id=person.tenant_id,
        handle=wanted.handle,
        reviewer=person,
        answer=wanted.answer or "",
    )


def _supply_fact(wanted: DecisionIn, person: Membership) -> None:
    supply_fact(
        tenant_id=person.tenant_id,
        handle=wanted.handle,
        reviewer=person,
        name=wanted.fact or "",
        value=wanted.value or "",
        known_from=wanted.known_from or "",
    )


def _undo(wanted: DecisionIn, person: Membership) -> None:
    undo(
        tenant_id=person.tenant_id,
        handle=wanted.handle,
        reviewer=person,
        reason=wanted.reason or "",
    )


def _propose_again(wanted: DecisionIn, person: Membership) -> None:
    renew(tenant_id=person.tenant_id, handle=wanted.handle, reviewer=person)


COMMANDS: Mapping[DecisionKind, Callable[[DecisionIn, Membership], None]] = {
    DecisionKind.APPROVE: _approve,
    DecisionKind.REJECT: _reject,
    DecisionKind.HANDLED_OUTSIDE: _handle_outside,
    DecisionKind.EDIT: _edit,
    DecisionKind.RESPOND: _respond,
    DecisionKind.TAKE_BACK: _take_back,
    DecisionKind.SUPPLY_FACT: _supply_fact,
    DecisionKind.UNDO: _undo,
    DecisionKind.PROPOSE_AGAIN: _propose_again,
}


def _made(person: Membership, handle: str) -> Decision | None:
    """What this handle decided; None: nothing yet."""
    with tenant_scope(person.tenant_id):
        held = find_handle(tenant_id=person.tenant_id, handle=handle, reviewer=person)
        found = Decision.objects.of(person.tenant_id).filter(handle=held)
        return found.select_related("proposal", "membership", "handle").first()


def _answer(made: Decision | None) -> HttpResponse:
    if made is None:
        raise TypeError("a decision was taken and left no row")
    with tenant_scope(made.tenant_id):
        newest = Proposal.objects.of(made.tenant_id).filter(
            order_id=made.proposal.order_id, superseded_by=None
        )
        stands = newest.values_list("pk", flat=True).first()
    shape = presenters.decided(made, stands or made.proposal_id)
    return HttpResponse(shape.model_dump_json(), status=201, content_type="application/json")
