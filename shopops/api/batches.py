"""Upserts in batches: the same typed records, refusals and writer as the file import."""

import io
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from shopops.api import schemas
from shopops.api.auth import BearerToken
from shopops.api.bodies import SCHEMA
from shopops.api.problems import Problem, ProblemCode
from shopops.api.requests import token_of
from shopops.connectors.batch import RowResult, take_batch
from shopops.connectors.formats import Format
from shopops.connectors.reading.row import Row
from shopops.connectors.reading.rows import read_rows
from shopops.connectors.registry import ORDER_FORMATS, TRACKER_FORMATS
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope

router = Router(tags=["intake"])
MAX_ITEMS = 500
FORMAT = "shopops"


def _body(member: str, record: str) -> dict[str, Any]:
    """The request body as the OpenAPI document shows it."""
    items = {
        "type": "array",
        "maxItems": MAX_ITEMS,
        "items": {"$ref": SCHEMA.format(name=record)},
    }
    body = {"type": "object", "required": [member], "properties": {member: items}}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": body}}}}


@router.post(
    "/orders",
    response={200: schemas.BatchResult, 400: schemas.ProblemOut, 413: schemas.ProblemOut},
    auth=BearerToken(Scope.ORDERS_WRITE),
    openapi_extra=_body("orders", "Order"),
    summary="Create or update up to 500 orders",
)
def upsert_orders(request: HttpRequest) -> schemas.BatchResult:
    return _take(request, ORDER_FORMATS[FORMAT])


@router.post(
    "/trackers",
    response={200: schemas.BatchResult, 400: schemas.ProblemOut, 413: schemas.ProblemOut},
    auth=BearerToken(Scope.TRACKERS_WRITE),
    openapi_extra=_body("trackers", "Tracker"),
    summary="Create or update up to 500 trackers",
)
def upsert_trackers(request: HttpRequest) -> schemas.BatchResult:
    return _take(request, TRACKER_FORMATS[FORMAT])


def _take(request: HttpRequest, source_format: Format) -> schemas.BatchResult:
    tenant_id = token_of(request).tenant_id
    rows = _rows(request.body, source_format)
    with tenant_scope(tenant_id):
        taken = take_batch(
            tenant_id=tenant_id, source_format=source_format, rows=rows, received_at=timezone.now()
        )
    results = [_result(index, result) for index, result in enumerate(taken)]
    return schemas.BatchResult(
        results=results, refused=sum(result.status == "refused" for result in results)
    )


def _rows(body: bytes, source_format: Format) -> list[Row]:
    """Each item as the bytes it has in the body, because those are hashed and kept."""
    rows = list(read_rows(io.BytesIO(body), source_format.lists))
    if not rows:
        raise Problem(ProblemCode.MALFORMED_BODY, f'Send {{"{source_format.lists[0]}": [...]}}.')
    if len(rows) > MAX_ITEMS:
        raise Problem(
            ProblemCode.BODY_TOO_LARGE,
            f"{len(rows)} records at once; send at most {MAX_ITEMS}. None was stored.",
        )
    return rows


def _result(index: int, result: RowResult) -> schemas.ItemResult:
    refused = result.refused
    return schemas.ItemResult(
        index=index,
        id=result.external_id,
        status=result.outcome.value,
        error=None
        if refused is None
        else schemas.RowError(code=refused.code, path=refused.path, reason=refused.reason),
    )
