"""The HTTP API, version 1: one router per resource, refusals as problem details."""

from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.http.response import Http404
from ninja import NinjaAPI, Swagger
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from shopops.agents.records import Order, Tracker
from shopops.alarms.refusals import Refused
from shopops.api import (
    alarms,
    batches,
    openapi,
    proposals,
    resolutions,
    review_bodies,
    review_bulk,
    review_claims,
    review_decisions,
    review_items,
)
from shopops.api.alarm_bodies import DeriveIn, EventIn
from shopops.api.bodies import schemas_of
from shopops.api.parsing import StrictParser
from shopops.api.problems import Problem, ProblemCode, problem_response
from shopops.api.review_problems import refusal_response
from shopops.connectors.refusals import RowRefused
from shopops.review.refusals import DecisionRefused

# Swagger UI draws its icons from data: addresses in its own style sheet.
_docs_csp: Any = csp_update({"img-src": [SELF, "data:"], "frame-ancestors": [NONE]})


class Api(NinjaAPI):
    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        """With the bodies that endpoints read themselves, and with every refusal."""
        schema = super().get_openapi_schema(**kwargs)
        schema["components"]["schemas"].update(
            schemas_of([Order, Tracker, DeriveIn, EventIn, *review_bodies.SHOWN])
        )
        openapi.complete(schema)
        return schema


api = Api(
    title="ShopOps",
    version="1",
    urls_namespace="api-v1",
    description=(
        "Orders and trackers in, proposals with evidence and verdicts out. Every call carries a "
        "bearer token of one shop; ids of other shops look nonexistent. Refusals are problem "
        "details (RFC 9457) with a stable code."
    ),
    docs=Swagger(),
    docs_decorator=_docs_csp,
    parser=StrictParser(),
)
api.add_router("", batches.router)
api.add_router("", resolutions.router)
api.add_router("", proposals.router)
api.add_router("", alarms.router)
api.add_router("", review_items.router)
api.add_router("", review_decisions.router)
api.add_router("", review_claims.router)
api.add_router("", review_bulk.router)


@api.exception_handler(Problem)
def _problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    return problem_response(request, problem)


@api.exception_handler(Refused)
def _refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    return alarms.refusal_response(request, refusal)


@api.exception_handler(DecisionRefused)
def _not_decided(request: HttpRequest, refusal: DecisionRefused) -> HttpResponse:
    return refusal_response(request, refusal)


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [
        {"path": ".".join(str(step) for step in found["loc"]), "reason": found["msg"]}
        for found in error.errors
    ]
    detail = "Some members are not as documented; 'errors' names each."
    return problem_response(request, Problem(ProblemCode.INVALID, detail, errors))


@api.exception_handler(HttpError)
def _malformed(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Ninja's own error for a body that cannot be read; its cause says why."""
    why = error.__cause__
    detail = f"{why.path} {why.reason}." if isinstance(why, RowRefused) else str(error)
    return problem_response(request, Problem(ProblemCode.MALFORMED_BODY, detail))


@api.exception_handler(Http404)
def _unknown_address(request: HttpRequest, error: Http404) -> HttpResponse:
    return problem_response(request, Problem(ProblemCode.NOT_FOUND, "See the API's documentation."))
