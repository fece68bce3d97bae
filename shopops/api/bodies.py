"""Bodies that endpoints read themselves, so that a member too many is named."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from django.http import HttpRequest
from msgspec import Struct

from shopops.api.problems import Problem, ProblemCode
from shopops.connectors import strict_json
from shopops.connectors.refusals import RowRefused

Shape = TypeVar("Shape", bound=Struct)
SCHEMA = "#/components/schemas/{name}"


def object_of(request: HttpRequest, *, may_be_left_out: bool = False) -> dict[str, Any]:
    raw = request.body
    if may_be_left_out and not raw.strip():
        return {}
    try:
        body = strict_json.decode(raw)
    except RowRefused as refused:
        raise Problem(ProblemCode.MALFORMED_BODY, f"{refused.path} {refused.reason}.") from refused
    if not isinstance(body, dict):
        raise Problem(ProblemCode.MALFORMED_BODY, "Send a JSON object.")
    return body


def shaped(body: dict[str, Any], shape: type[Shape]) -> Shape:
    try:
        return msgspec.convert(body, shape)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise invalid(path.strip("`") or "$", reason) from error


def invalid(path: str, reason: str) -> Problem:
    detail = "Some members are not as documented; 'errors' names each."
    return Problem(ProblemCode.INVALID, detail, [{"path": path, "reason": reason}])


def shown_body(
    shape: type[Struct], example: Any = None, *, required: bool = True
) -> dict[str, Any]:
    """The request body as the OpenAPI document shows it."""
    content: dict[str, Any] = {"schema": {"$ref": SCHEMA.format(name=shape.__name__)}}
    if example is not None:
        content["example"] = example
    return {"requestBody": {"required": required, "content": {"application/json": content}}}


def schemas_of(shapes: Sequence[type[Struct]]) -> dict[str, Any]:
    """JSON Schemas for the document's components."""
    return msgspec.json.schema_components(shapes, ref_template=SCHEMA)[1]
