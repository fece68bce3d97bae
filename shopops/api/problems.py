"""Refusals as problem details (RFC 9457) with stable codes."""

from collections.abc import Sequence
from enum import StrEnum
from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse

CONTENT_TYPE = "application/problem+json"


class _Kind(NamedTuple):
    status: HTTPStatus
    title: str


class ProblemCode(StrEnum):
    """A code never changes its meaning; clients may rely on it."""

    TOKEN_MISSING = "token_missing"  # noqa: S105
    TOKEN_REFUSED = "token_refused"  # noqa: S105
    SCOPE_MISSING = "scope_missing"
    MALFORMED_BODY = "malformed_body"
    INVALID = "invalid"
    BODY_TOO_LARGE = "body_too_large"
    UNKNOWN_ORDER = "unknown_order"
    UNKNOWN_PROPOSAL = "unknown_proposal"
    UNKNOWN_CURSOR = "unknown_cursor"
    NOT_RESOLVED = "not_resolved"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    INTERNAL_ERROR = "internal_error"
    TOKEN_NOT_BOUND = "token_not_bound"  # noqa: S105
    UNKNOWN_REVIEW_ITEM = "unknown_review_item"
    IDEMPOTENCY_KEY_MISSING = "idempotency_key_missing"
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused"
    REQUEST_IN_PROGRESS = "request_in_progress"
    TOO_MANY_REQUESTS = "too_many_requests"
    LENGTH_REQUIRED = "length_required"


_KINDS = {
    ProblemCode.TOKEN_MISSING: _Kind(HTTPStatus.UNAUTHORIZED, "No bearer token"),
    ProblemCode.TOKEN_REFUSED: _Kind(HTTPStatus.UNAUTHORIZED, "Token not accepted"),
    ProblemCode.SCOPE_MISSING: _Kind(HTTPStatus.FORBIDDEN, "Token lacks a scope"),
    ProblemCode.MALFORMED_BODY: _Kind(HTTPStatus.BAD_REQUEST, "Body cannot be read"),
    ProblemCode.INVALID: _Kind(HTTPStatus.UNPROCESSABLE_ENTITY, "Request not accepted"),
    ProblemCode.BODY_TOO_LARGE: _Kind(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Body too large"),
    ProblemCode.UNKNOWN_ORDER: _Kind(HTTPStatus.NOT_FOUND, "Unknown order"),
    ProblemCode.UNKNOWN_PROPOSAL: _Kind(HTTPStatus.NOT_FOUND, "Unknown proposal"),
    ProblemCode.UNKNOWN_CURSOR: _Kind(HTTPStatus.UNPROCESSABLE_ENTITY, "Unknown cursor"),
    ProblemCode.NOT_RESOLVED: _Kind(HTTPStatus.INTERNAL_SERVER_ERROR, "Order not resolved"),
    ProblemCode.NOT_FOUND: _Kind(HTTPStatus.NOT_FOUND, "No such address"),
    ProblemCode.METHOD_NOT_ALLOWED: _Kind(HTTPStatus.METHOD_NOT_ALLOWED, "Method not allowed"),
    ProblemCode.INTERNAL_ERROR: _Kind(HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong"),
    ProblemCode.TOKEN_NOT_BOUND: _Kind(HTTPStatus.FORBIDDEN, "Token acts for nobody"),
    ProblemCode.UNKNOWN_REVIEW_ITEM: _Kind(HTTPStatus.NOT_FOUND, "Unknown review item"),
    ProblemCode.IDEMPOTENCY_KEY_MISSING: _Kind(HTTPStatus.BAD_REQUEST, "No idempotency key"),
    ProblemCode.IDEMPOTENCY_KEY_REUSED: _Kind(
        HTTPStatus.UNPROCESSABLE_ENTITY, "Key used for another request"
    ),
    ProblemCode.REQUEST_IN_PROGRESS: _Kind(HTTPStatus.CONFLICT, "Request in progress"),
    ProblemCode.TOO_MANY_REQUESTS: _Kind(HTTPStatus.TOO_MANY_REQUESTS, "Too many requests"),
    ProblemCode.LENGTH_REQUIRED: _Kind(HTTPStatus.LENGTH_REQUIRED, "No length of the body"),
}


class Problem(Exception):
    """Ends the request. `detail` says what to do next; `errors` name single members."""

    def __init__(
        self, code: ProblemCode, detail: str, errors: Sequence[dict[str, Any]] = ()
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = list(errors)


def status_and_title(code: ProblemCode) -> tuple[HTTPStatus, str]:
    """What every problem of this code says."""
    return _KINDS[code]


def problem_response(request: HttpRequest, problem: Problem) -> HttpResponse:
    kind = _KINDS[problem.code]
    members = {"errors": problem.errors} if problem.errors else {}
    response = details(
        request,
        status=kind.status,
        code=problem.code,
        title=kind.title,
        detail=problem.detail,
        **members,
    )
    if kind.status is HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = 'Bearer realm="ShopOps"'
    return response


def details(
    request: HttpRequest, *, status: HTTPStatus, code: str, title: str, detail: str, **members: Any
) -> HttpResponse:
    """Problem details of a code that another room defines; `members` come on top."""
    body = {
        "type": f"urn:shopops:problem:{code}",
        "title": title,
        "status": status.value,
        "code": str(code),
        "detail": detail,
        "instance": request.path,
        **members,
    }
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE)
