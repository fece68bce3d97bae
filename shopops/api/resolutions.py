"""Resolve one order now."""

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from shopops.agents.ports import UnknownOrder
from shopops.api import schemas
from shopops.api.auth import BearerToken
from shopops.api.problems import Problem, ProblemCode
from shopops.api.requests import token_of
from shopops.orchestrator.resolve import resolve_orders
from shopops.tenants.tokens import Scope

router = Router(tags=["intake"], auth=BearerToken(Scope.RESOLVE))


@router.post(
    "/resolutions",
    response={200: schemas.Resolution, 404: schemas.ProblemOut, 422: schemas.ProblemOut},
    summary="Propose for one order, and judge the proposal",
)
def resolve_order(request: HttpRequest, payload: schemas.ResolveIn) -> schemas.Resolution:
    """Called again on unchanged evidence, it answers with the proposal that stands."""
    batches = resolve_orders(
        tenant_id=token_of(request).tenant_id, order_ids=[payload.order_id], now=timezone.now()
    )
    try:
        saved = [saved for batch in batches for saved in batch.saved]
    except UnknownOrder as error:
        raise Problem(ProblemCode.UNKNOWN_ORDER, str(error)) from error
    if not saved:
        raise Problem(
            ProblemCode.NOT_RESOLVED,
            "The order could not be resolved; the server's log says why. Nothing was changed.",
        )
    newest = saved[0]
    return schemas.Resolution(
        order_id=newest.order_id,
        proposal_id=newest.proposal_id,
        revision=newest.revision,
        change=newest.change,
        track=newest.track,
        blocked_reasons=newest.blocked_reasons,
    )
