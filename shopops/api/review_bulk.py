"""Several items decided together: previewed by trying each for real, and confirmed like that."""

from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Status

from shopops.api import review_schemas as schemas
from shopops.api.acting import decider_of, token_scope
from shopops.api.auth import BearerToken
from shopops.api.bodies import shown_body
from shopops.api.requests import token_of
from shopops.api.review_bodies import BulkConfirmIn, BulkPreviewIn, read
from shopops.api.review_examples import BULK, BULK_CONFIRM, BULK_DONE, BULK_RUN, shown
from shopops.proposals.models import Action
from shopops.review.bulk.cap import sums
from shopops.review.bulk.confirm import Words, confirm, find_run
from shopops.review.bulk.page import Line, run_page
from shopops.review.bulk.preview import preview
from shopops.review.models import BulkItem
from shopops.tenants.models import ApiToken, Membership
from shopops.tenants.tokens import Scope

router = Router(tags=["review"], auth=BearerToken(Scope.REVIEW_DECIDE))


@router.post(
    "/review-items/bulk-decisions",
    response={201: schemas.BulkOut},
    openapi_extra={**shown_body(BulkPreviewIn, BULK), **shown(201, BULK_RUN)},
    summary="Preview: what would happen to each of up to 50 items, and why not",
)
def preview_bulk(request: HttpRequest) -> Status[schemas.BulkOut]:
    """Decides nothing. Ids that this shop does not have are only counted."""
    token, person = token_of(request), decider_of(request)
    wanted = read(request, BulkPreviewIn)
    run_id = preview(
        tenant_id=person.tenant_id,
        reviewer=person,
        kind=wanted.decision,
        proposal_ids=wanted.review_items,
        prefer=wanted.prefer,
        token=token,
    )
    return Status(201, _shown(token, person, run_id))


@router.post(
    "/review-items/bulk-decisions/{uuid:preview_id}/confirm",
    response={200: schemas.BulkOut},
    openapi_extra={**shown_body(BulkConfirmIn, BULK_CONFIRM), **shown(200, BULK_DONE)},
    summary="Confirm: decide what the preview lists as ready, each with its own result",
)
def confirm_bulk(request: HttpRequest, preview_id: UUID) -> schemas.BulkOut:
    """Counts once: confirmed again, it decides nothing and answers with the same results."""
    token, person = token_of(request), decider_of(request)
    wanted = read(request, BulkConfirmIn)
    confirm(
        tenant_id=person.tenant_id,
        run_id=preview_id,
        reviewer=person,
        words=Words(reason=wanted.reason, preset=wanted.preset, sure=wanted.sure),
        token=token,
    )
    return _shown(token, person, preview_id)


@router.get(
    "/review-items/bulk-decisions/{uuid:preview_id}",
    response={200: schemas.BulkOut},
    openapi_extra=shown(200, BULK_DONE),
    summary="A preview, or what came of it",
)
def read_bulk(request: HttpRequest, preview_id: UUID) -> schemas.BulkOut:
    return _shown(token_of(request), decider_of(request), preview_id)


def _shown(token: ApiToken, person: Membership, run_id: UUID) -> schemas.BulkOut:
    with token_scope(token):
        run = find_run(person.tenant_id, run_id, person)
        page = run_page(run, timezone.now())
        items = list(run.items.all())
        actions = list(
            Action.objects.of(run.tenant_id).filter(proposal__in=[one.proposal_id for one in items])
        )
        return schemas.BulkOut(
            preview=run.pk,
            decision=run.kind,
            confirmed_at=run.confirmed_at,
            unknown=run.unknown,
            sums=sums((one for one in items if not one.code), actions),
            above_cap=page.above_cap,
            items=[
                _item(line, one, sums([one], actions))
                for line, one in zip(page.lines, items, strict=True)
            ],
        )


def _item(line: Line, item: BulkItem, amounts: dict[str, int]) -> schemas.BulkItemOut:
    return schemas.BulkItemOut(
        review_item=line.proposal_id,
        next_item=line.newest,
        order_number=line.number,
        headline=line.headline,
        actions=item.action_indexes,
        amounts=amounts,
        result=line.result,
        code=line.code or None,
        detail=line.sentence or None,
    )
