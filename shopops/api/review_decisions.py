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
from shopops.api.bodies import shown_body
from shopops.api.idempotency import Asked, key_of, once
from shopops.api.requests import BIGGEST_ID, token_of
from shopops.api.review_bodies import (
    DecisionIn,
    EditIn,
    decision_in,
    hash_of,
)
from shopops.api.review_examples import DECIDED, DECISION, IDEMPOTENCY_KEY, shown
from shopops.api.review_items import unknown_item
from shopops.api.review_problems import refusal_response, with_successor
from shopops.proposals.models import Proposal
from shopops.review.decisions import Deciding, approve, handle_outside, reject
from shopops.review.handles import find_handle
from shopops.review.keeping import keep_refused
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
    try:
        _refuse_other_item(token, person, item_id, wanted.handle)
    except DecisionRefused as refusal:
        _keep(refusal, token, person, wanted)
        raise
    deciding = Deciding(tenant_id=token.tenant_id, handle=wanted.handle, reviewer=person)

    def act() -> HttpResponse:
        try:
            COMMANDS[wanted.kind](wanted, deciding)
        except DecisionRefused as refusal:
            _keep(refusal, token, person, wanted)
            known = with_successor(refusal, token.tenant_id, timezone.now())
            return refusal_response(request, known)
        return _answer(_made(person, wanted.handle))

    def recover() -> HttpResponse | None:
        made = _made(person, wanted.handle)
        return None if made is None else _answer(made)

    asked = Asked(token, key, hash_of(request, wanted))
    return once(asked, act=act, recover=recover, now=timezone.now())


def _keep(
    refusal: DecisionRefused, token: ApiToken, person: Membership, wanted: DecisionIn
) -> None:
    keep_refused(refusal, person=person, handle=wanted.handle, kind=wanted.kind, token=token)


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


COMMANDS: Mapping[DecisionKind, Callable[[DecisionIn, Deciding], object]] = {
    DecisionKind.APPROVE: lambda wanted, deciding: approve(
        **deciding,
        action_indexes=wanted.actions or (),
        reason=wanted.reason or "",
        bypass=wanted.bypass or (),
    ),
    DecisionKind.REJECT: lambda wanted, deciding: reject(
        **deciding, reason=wanted.reason or "", preset=wanted.preset or ""
    ),
    DecisionKind.HANDLED_OUTSIDE: lambda wanted, deciding: handle_outside(
        **deciding, outcome=wanted.outcome or "", reason=wanted.reason or ""
    ),
    DecisionKind.EDIT: lambda wanted, deciding: edit(
        **deciding, edits=(wanted.edit or EditIn()).edits(), reason=wanted.reason or ""
    ),
    DecisionKind.RESPOND: lambda wanted, deciding: respond(
        **deciding, question=wanted.question or ""
    ),
    DecisionKind.TAKE_BACK: lambda wanted, deciding: take_back(
        **deciding, answer=wanted.answer or ""
    ),
    DecisionKind.SUPPLY_FACT: lambda wanted, deciding: supply_fact(
        **deciding,
        name=wanted.fact or "",
        value=wanted.value or "",
        known_from=wanted.known_from or "",
    ),
    DecisionKind.UNDO: lambda wanted, deciding: undo(**deciding, reason=wanted.reason or ""),
    DecisionKind.PROPOSE_AGAIN: lambda _, deciding: renew(**deciding),
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
