"""What waits for a person: the list, and one item with everything that a decision needs."""

from typing import Annotated

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Query, Router

from shopops.api import review_presenters as presenters
from shopops.api import review_schemas as schemas
from shopops.api.acting import onlooker, person_of, token_scope
from shopops.api.auth import BearerToken
from shopops.api.problems import Problem, ProblemCode
from shopops.api.requests import BIGGEST_ID, token_of
from shopops.api.review_allowed import allowed
from shopops.api.review_examples import DETAIL, PAGE, shown
from shopops.api.review_filters import (
    ItemFilters,
    cursor_of,
    filters_of,
    refuse_unknown,
    shown_cursor,
)
from shopops.proposals.models import Proposal
from shopops.review import settings
from shopops.review.detail.page import Detail, detail_of
from shopops.review.detail.standing import Standing, standing
from shopops.review.handles import mint_handle
from shopops.review.queue import queue_page
from shopops.tenants.models import ApiToken
from shopops.tenants.tokens import Scope

router = Router(tags=["review"], auth=BearerToken(Scope.REVIEW_READ, Scope.REVIEW_DECIDE))


@router.get(
    "/review-items",
    response=schemas.ReviewItemPage,
    openapi_extra=shown(200, PAGE),
    summary="What waits for a person, what is due first at the top; 50 at a time",
)
def list_review_items(
    request: HttpRequest, wanted: Annotated[ItemFilters, Query(...)]
) -> schemas.ReviewItemPage:
    refuse_unknown(request)
    token, now = token_of(request), timezone.now()
    person = person_of(token)
    filters, after = filters_of(wanted, person.pk if person else None), cursor_of(wanted)
    with token_scope(token):
        config = settings.current(token.tenant_id)
        page = queue_page(token.tenant_id, filters, after, now, config)
        rows = Proposal.objects.of(token.tenant_id).in_bulk([row.id for row in page.rows])
        return schemas.ReviewItemPage(
            review_items=[presenters.summary(rows[row.id], row, now, config) for row in page.rows],
            next_cursor=shown_cursor(page.after),
        )


@router.get(
    "/review-items/{int:item_id}",
    response={200: schemas.ReviewItemDetail},
    openapi_extra=shown(200, DETAIL),
    summary="One item: evidence, actions, verdicts, what you may decide, and the handle for it",
)
def read_review_item(request: HttpRequest, item_id: int) -> schemas.ReviewItemDetail:
    """Looking again shows the same handle, until it is used or has less than two hours to live."""
    token, now = token_of(request), timezone.now()
    with token_scope(token):
        found = find_item(token, item_id)
        here = standing(found, onlooker(token), now, token)
        prefetch_related_objects(
            [found.proposal], "pack__evidence_rows", "actions__evidence_links__evidence"
        )
        handle = _handle(token, found, here)
        return presenters.detail(found, here, person_of(token), handle, now)


def find_item(token: ApiToken, item_id: int) -> Detail:
    """Raises `Problem` for an item of another shop as for one that does not exist."""
    try:
        return detail_of(token.tenant_id, min(item_id, BIGGEST_ID), timezone.now())
    except Http404:
        raise unknown_item() from None


def unknown_item() -> Problem:
    return Problem(ProblemCode.UNKNOWN_REVIEW_ITEM, "This shop has no review item with that id.")


def _handle(token: ApiToken, found: Detail, here: Standing) -> str | None:
    person = person_of(token)
    if person is None or not allowed(found, here, person):
        return None
    return mint_handle(proposal=found.proposal, reviewer=person, now=timezone.now(), token=token)
