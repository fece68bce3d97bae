"""Taking the order of an item to work on it, giving it back, and giving it to somebody."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest
from ninja import Router

from shopops.api import review_presenters as presenters
from shopops.api import review_schemas as schemas
from shopops.api.acting import decider_of, token_scope
from shopops.api.auth import BearerToken
from shopops.api.bodies import shown_body
from shopops.api.requests import BIGGEST_ID, token_of
from shopops.api.review_bodies import AssignIn, NothingIn, read
from shopops.api.review_examples import ASSIGN, CLAIMED, PEOPLE, RELEASED, shown
from shopops.api.review_items import unknown_item
from shopops.review.claiming import assign, assignable, claim, release
from shopops.review.refusals import NoSuchOrder
from shopops.tenants.tokens import Scope

router = Router(tags=["review"], auth=BearerToken(Scope.REVIEW_DECIDE))


@router.post(
    "/review-items/{int:item_id}/claim",
    response={200: schemas.ClaimAnswer},
    openapi_extra={**shown_body(NothingIn, {}, required=False), **shown(200, CLAIMED)},
    summary="Take the order, or keep it longer: others can't decide it meanwhile",
)
def claim_item(request: HttpRequest, item_id: int) -> schemas.ClaimAnswer:
    person, _ = decider_of(request), read(request, NothingIn)
    with _known(item_id) as known:
        found = claim(tenant_id=person.tenant_id, proposal_id=known, person=person)
    return schemas.ClaimAnswer(claim=presenters.claim(found))


@router.post(
    "/review-items/{int:item_id}/release",
    response={200: schemas.ClaimAnswer},
    openapi_extra={**shown_body(NothingIn, {}, required=False), **shown(200, RELEASED)},
    summary="Give the order back",
)
def release_item(request: HttpRequest, item_id: int) -> schemas.ClaimAnswer:
    """Answers the same when nobody had it. An admin gives back anybody's."""
    person, _ = decider_of(request), read(request, NothingIn)
    with _known(item_id) as known:
        release(tenant_id=person.tenant_id, proposal_id=known, person=person)
    return schemas.ClaimAnswer(claim=None)


@router.post(
    "/review-items/{int:item_id}/assign",
    response={200: schemas.ClaimAnswer},
    openapi_extra={**shown_body(AssignIn, ASSIGN), **shown(200, CLAIMED)},
    summary="Give the order to somebody, whoever has it; for tokens of an admin",
)
def assign_item(request: HttpRequest, item_id: int) -> schemas.ClaimAnswer:
    person, wanted = decider_of(request), read(request, AssignIn)
    with _known(item_id) as known:
        found = assign(tenant_id=person.tenant_id, proposal_id=known, person=person, to=wanted.to)
    return schemas.ClaimAnswer(claim=presenters.claim(found))


@router.get(
    "/review-people",
    response=schemas.People,
    auth=BearerToken(Scope.REVIEW_READ, Scope.REVIEW_DECIDE),
    openapi_extra=shown(200, PEOPLE),
    summary="Who may decide in this shop: whom an order can be assigned to",
)
def list_people(request: HttpRequest) -> schemas.People:
    token = token_of(request)
    with token_scope(token):
        people = [presenters.person(one) for one in assignable(token.tenant_id)]
    return schemas.People(people=people)


@contextmanager
def _known(item_id: int) -> Iterator[int]:
    """The id as the database takes it. Raises `Problem` for what this shop does not have."""
    try:
        yield min(item_id, BIGGEST_ID)
    except NoSuchOrder:
        raise unknown_item() from None
