"""Proposals with their evidence and verdicts."""

from typing import Annotated

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Query, Router

from shopops.agents.proposal import Track
from shopops.api import presenters, schemas
from shopops.api.auth import BearerToken
from shopops.api.cursor import decode_cursor, encode_cursor
from shopops.api.problems import Problem, ProblemCode
from shopops.api.requests import BIGGEST_ID, token_of
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.tenants.tokens import Scope

router = Router(tags=["proposals"], auth=BearerToken(Scope.PROPOSALS_READ))
MAX_PAGE = 100


@router.get("/proposals", response=schemas.ProposalPage, summary="List proposals, newest first")
def list_proposals(
    request: HttpRequest,
    order_id: str | None = None,
    track: Track | None = None,
    review_status: ReviewStatus | None = None,
    cursor: str | None = None,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE)] = 50,
) -> schemas.ProposalPage:
    rows = Proposal.objects.filter(tenant_id=token_of(request).tenant_id)
    for column, wanted in (
        ("order_id", order_id),
        ("track", track),
        ("review_status", review_status),
    ):
        rows = rows if wanted is None else rows.filter(**{column: wanted})
    if cursor is not None:
        rows = rows.filter(pk__lt=decode_cursor(cursor))
    return _page(rows, limit)


def _page(rows: QuerySet[Proposal], limit: int) -> schemas.ProposalPage:
    found = list(rows.order_by("-pk")[: limit + 1])
    more = len(found) > limit
    return schemas.ProposalPage(
        proposals=[presenters.summary(proposal) for proposal in found[:limit]],
        next_cursor=encode_cursor(found[limit - 1].pk) if more else None,
    )


@router.get(
    "/proposals/{int:proposal_id}",
    response={200: schemas.ProposalDetail, 404: schemas.ProblemOut},
    summary="One proposal with pack, evidence, actions and verdicts",
)
def read_proposal(request: HttpRequest, proposal_id: int) -> schemas.ProposalDetail:
    proposal = (
        Proposal.objects.select_related("pack")
        .prefetch_related(
            "pack__evidence_rows", "actions__evidence_links__evidence", "actions__verdicts"
        )
        .filter(tenant_id=token_of(request).tenant_id, pk=min(proposal_id, BIGGEST_ID))
        .first()
    )
    if proposal is None:
        raise Problem(ProblemCode.UNKNOWN_PROPOSAL, "This shop has no proposal with that id.")
    return presenters.detail(proposal)
