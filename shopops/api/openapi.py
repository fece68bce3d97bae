"""What every operation of the document has in common: its refusals, as problem details."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from shopops.alarms.refusals import SENTENCES, RefusalCode
from shopops.api import alarms
from shopops.api.problems import CONTENT_TYPE, ProblemCode, status_and_title
from shopops.review.bulk import refusals as bulk_refusals
from shopops.review.refusals import DecisionRefused, by_code

PROBLEM = {"$ref": "#/components/schemas/ProblemOut"}
# Codes by what an operation has: each may answer with these whatever it does.
ALWAYS = (ProblemCode.TOKEN_MISSING, ProblemCode.TOKEN_REFUSED, ProblemCode.SCOPE_MISSING)
WITH_BODY = (
    ProblemCode.MALFORMED_BODY,
    ProblemCode.INVALID,
    ProblemCode.BODY_TOO_LARGE,
    ProblemCode.LENGTH_REQUIRED,
)
LAST = (ProblemCode.TOO_MANY_REQUESTS, ProblemCode.INTERNAL_ERROR)
LISTS = (ProblemCode.INVALID, ProblemCode.UNKNOWN_CURSOR)
# What an operation answers besides, by the end of its path.
BY_PATH: Mapping[str, tuple[ProblemCode, ...]] = {
    "/proposals": LISTS,
    "/proposals/{proposal_id}": (ProblemCode.UNKNOWN_PROPOSAL,),
    "/resolutions": (ProblemCode.UNKNOWN_ORDER, ProblemCode.NOT_RESOLVED),
    "/review-items": LISTS,
    "/review-items/{item_id}": (ProblemCode.UNKNOWN_REVIEW_ITEM,),
    "/claim": (ProblemCode.UNKNOWN_REVIEW_ITEM, ProblemCode.TOKEN_NOT_BOUND),
    "/release": (ProblemCode.UNKNOWN_REVIEW_ITEM, ProblemCode.TOKEN_NOT_BOUND),
    "/assign": (ProblemCode.UNKNOWN_REVIEW_ITEM, ProblemCode.TOKEN_NOT_BOUND),
    "/decisions": (
        ProblemCode.UNKNOWN_REVIEW_ITEM,
        ProblemCode.TOKEN_NOT_BOUND,
        ProblemCode.IDEMPOTENCY_KEY_MISSING,
        ProblemCode.IDEMPOTENCY_KEY_REUSED,
        ProblemCode.REQUEST_IN_PROGRESS,
    ),
    "/bulk-decisions": (ProblemCode.TOKEN_NOT_BOUND,),
    "/confirm": (ProblemCode.TOKEN_NOT_BOUND,),
    "/{preview_id}": (ProblemCode.TOKEN_NOT_BOUND,),
}
CLAIM_REFUSALS = frozenset(
    {"not_assignee", "not_waiting", "not_reviewer", "may_not_assign", "unknown_assignee"}
    | {"identity_supplied", "expired"}
)
NO_PREVIEW = bulk_refusals.NoSuchPreview.code
BULK_REFUSALS = frozenset(
    {"nothing_selected", "too_many", "confirmation_required", NO_PREVIEW, "not_reviewer"}
    | {"reason_required", "reason_too_long", "unknown_reason", "identity_supplied"}
)
# What a token is not asked for, and has no field for.
AT_PAGES = frozenset({"second_factor_required", "sign_in_again", "draft_unproven"})
NOT_OF_DECISIONS = AT_PAGES | {"not_waiting", "may_not_assign", "unknown_assignee", "no_such_order"}
REVIEW = "shopops.review."
Example = tuple[HTTPStatus, str, str, str]  # status, code, title, detail


def complete(schema: dict[str, Any]) -> None:
    """Adds to each operation the problems that it can answer with, an example per code."""
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            _name_problems(operation)
            _add(operation, path, _problems(path, operation))


def refusals() -> list[type[DecisionRefused]]:
    """Every refusal of a decision, of one or of several, by its code. Other rooms' are of pages."""
    found = by_code()
    return [found[code] for code in sorted(found) if found[code].__module__.startswith(REVIEW)]


def _problems(path: str, operation: Mapping[str, Any]) -> list[Example]:
    codes = [*ALWAYS, *(WITH_BODY if "requestBody" in operation else ()), *LAST]
    codes += [code for end, more in BY_PATH.items() if path.endswith(end) for code in more]
    return [
        *(_of_code(code) for code in dict.fromkeys(codes)),
        *(_of_refusal(one) for one in refusals() if _can_answer(path, one)),
        *(_of_alarm(code) for code in alarms.ANSWERED if "/alarms/" in path),
    ]


def _can_answer(path: str, refusal: type[DecisionRefused]) -> bool:
    if "/bulk-decisions" in path:
        read = path.endswith("{preview_id}")
        return refusal.code == NO_PREVIEW if read else refusal.code in BULK_REFUSALS
    if path.endswith("/decisions"):
        of_several = refusal.__module__ == bulk_refusals.__name__
        return not of_several and refusal.code not in NOT_OF_DECISIONS
    return path.endswith(("/claim", "/release", "/assign")) and refusal.code in CLAIM_REFUSALS


def _name_problems(operation: dict[str, Any]) -> None:
    """An answer of 400 and above has the media type of problem details."""
    for status, answer in operation["responses"].items():
        content = answer.get("content", {})
        if int(status) >= HTTPStatus.BAD_REQUEST and "application/json" in content:
            answer["content"] = {CONTENT_TYPE: content["application/json"]}


def _add(operation: dict[str, Any], path: str, problems: Iterable[Example]) -> None:
    by_status: dict[int, dict[str, Any]] = defaultdict(dict)
    for status, code, title, detail in problems:
        value = {
            "type": f"urn:shopops:problem:{code}",
            "title": title,
            "status": status.value,
            "code": code,
            "detail": detail,
            "instance": path,
        }
        by_status[status.value][code] = {"summary": title, "value": value}
    for number, examples in sorted(by_status.items()):
        answer = operation["responses"].setdefault(
            number, {"description": HTTPStatus(number).phrase}
        )
        content = answer.setdefault("content", {}).setdefault(CONTENT_TYPE, {"schema": PROBLEM})
        content.setdefault("examples", {}).update(examples)


def _of_code(code: ProblemCode) -> Example:
    status, title = status_and_title(code)
    return status, str(code), title, f"{title}: the sentence says what to do."


def _of_refusal(refusal: type[DecisionRefused]) -> Example:
    return refusal.status, refusal.code, refusal.title, refusal.__doc__ or refusal.title


def _of_alarm(code: RefusalCode) -> Example:
    return alarms.status_of(code), str(code), alarms.REFUSED, SENTENCES[code]
