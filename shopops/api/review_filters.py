"""What to list: the filters of the queue's page, typed."""

from enum import StrEnum
from typing import Annotated

from django.http import HttpRequest
from ninja import Schema
from pydantic import Field

from shopops.agents.proposal import ActionKind, Track
from shopops.api.cursor import read_text, shown_text
from shopops.api.problems import Problem, ProblemCode
from shopops.money import MoneyError, exponent
from shopops.policy.rules import RuleId
from shopops.proposals.statuses import ReviewStatus
from shopops.review.cursor import Cursor
from shopops.review.filters import ME, Due, Filters, Sort

Minor = Annotated[int, Field(ge=0, le=10**15)]


class ListedStatus(StrEnum):
    """Those that a person sees in the queue."""

    PENDING = "pending"
    CHANGES_REQUESTED = "changes_requested"
    APPROVED = "approved"
    REJECTED = "rejected"
    HANDLED = "handled"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


class ItemFilters(Schema):
    """`q` looks through every order, whatever the other filters say: the beginning of an order's
    number, its customer's name or address, a tracking code. `assignee`: me, nobody or a person's
    id. Amounts need their currency."""

    q: Annotated[str, Field(max_length=80)] = ""
    status: ListedStatus = ListedStatus.PENDING
    track: Track | None = None
    kind: ActionKind | None = None
    rule: RuleId | None = None
    reason: Annotated[str, Field(max_length=70)] = ""
    assignee: Annotated[str, Field(pattern=r"^(|me|nobody|[1-9][0-9]{0,17})$")] = ""
    age_hours: Annotated[int, Field(ge=1, le=100_000)] | None = None
    due: Due | None = None
    currency: Annotated[str, Field(pattern="^(|[A-Z]{3})$")] = ""
    min_amount_minor: Minor | None = None
    max_amount_minor: Minor | None = None
    sort: Sort = Sort.DUE
    cursor: str | None = None


def filters_of(wanted: ItemFilters, me: int | None) -> Filters:
    """`me`: the membership that the token acts for. Raises `Problem`."""
    _check_money(wanted)
    if wanted.assignee == ME and me is None:
        raise _invalid("assignee", "this token acts for nobody, so there is no “me”")
    status = ReviewStatus(wanted.status)
    return Filters(
        track=wanted.track or "",
        asked=status is ReviewStatus.CHANGES_REQUESTED,
        rule=wanted.rule or "",
        currency=wanted.currency,
        low=wanted.min_amount_minor,
        high=wanted.max_amount_minor,
        number=wanted.q.strip(),
        kind=wanted.kind or "",
        reason=wanted.reason,
        status=status,
        assignee=wanted.assignee,
        me=me,
        age_hours=wanted.age_hours,
        due=wanted.due or "",
        sort=wanted.sort,
    )


def cursor_of(wanted: ItemFilters) -> Cursor | None:
    """Raises `Problem` for one that no answer held."""
    if wanted.cursor is None:
        return None
    try:
        return Cursor.read(read_text(wanted.cursor))
    except ValueError:
        raise Problem(
            ProblemCode.UNKNOWN_CURSOR, "Use the 'next_cursor' of an earlier answer unchanged."
        ) from None


def shown_cursor(cursor: Cursor | None) -> str | None:
    return None if cursor is None else shown_text(str(cursor))


def refuse_unknown(request: HttpRequest) -> None:
    """A filter that was misspelt would list too much."""
    unknown = sorted(request.GET.keys() - ItemFilters.model_fields.keys())
    if unknown:
        detail = "There is no such filter; 'errors' names each."
        errors = [{"path": f"query.{name}", "reason": "is not a filter"} for name in unknown]
        raise Problem(ProblemCode.INVALID, detail, errors)


def _check_money(wanted: ItemFilters) -> None:
    if wanted.currency:
        try:
            exponent(wanted.currency)
        except MoneyError as error:
            raise _invalid("currency", str(error)) from error
    elif wanted.min_amount_minor is not None or wanted.max_amount_minor is not None:
        raise _invalid("currency", "name the currency of the amount")


def _invalid(name: str, reason: str) -> Problem:
    detail = "Some filters are not as documented; 'errors' names each."
    return Problem(ProblemCode.INVALID, detail, [{"path": f"query.{name}", "reason": reason}])
