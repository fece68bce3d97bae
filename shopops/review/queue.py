"""What waits for a person, oldest first; and any order by its number. Reads only.

A page at a time by keyset, so that a million waiting proposals cost what a thousand cost.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.fields.tuple_lookups import (  # type: ignore[import-untyped]
    Tuple,
    TupleGreaterThan,
)

from shopops.agents.facts import Parcel
from shopops.policy.rules import RuleId
from shopops.proposals.models import NUMBER, Proposal, ReviewStatus
from shopops.review.cursor import Cursor
from shopops.review.models import Decision, DecisionKind
from shopops.review.words.headlines import headline
from shopops.review.words.times import span
from shopops.review.words.values import money

PAGE = 50
# What a search by number leaves out: nobody has judged it yet, or a newer revision stands.
NOT_FOUND_BY_NUMBER = (ReviewStatus.UNJUDGED, ReviewStatus.STALE)


@dataclass(frozen=True, slots=True)
class Filters:
    """`number`: the beginning of an order number, or an order's id. It looks through every order,
    in the order of their numbers, whatever the other filters say."""

    track: str = ""
    asked: bool = False  # what waits for information, instead of what waits for a decision
    rule: str = ""
    currency: str = ""
    low: int | None = None
    high: int | None = None
    number: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    id: int
    number: str
    headline: str
    amount: str
    track: str
    four_eyes: bool
    half_approved: bool
    status: str
    status_label: str
    age: str


@dataclass(frozen=True, slots=True)
class Page:
    rows: list[Row]
    after: Cursor | None  # None: this is the last page


def queue_page(tenant_id: int, filters: Filters, after: Cursor | None, now: datetime) -> Page:
    """A page in one statement, of a search in at most three, whatever waits."""
    proposals = Proposal.objects.of(tenant_id)
    if filters.number:
        records = _search(proposals, filters.number, after)
    else:
        records = _read(_waiting(_filtered(proposals, filters), after, asked=filters.asked))
    shown = records[:PAGE]
    last = shown[-1] if len(records) > PAGE else None
    since = None if filters.number or last is None else last.waiting_since
    return Page([_row(record, now) for record in shown], Cursor(last.pk, since) if last else None)


def next_waiting(tenant_id: int, filters: Filters, after: Cursor) -> Proposal | None:
    """The next one to decide after this one, else the oldest."""
    proposals = _filtered(Proposal.objects.of(tenant_id), filters)
    later = _waiting(proposals, after, asked=filters.asked).first()
    return later or _waiting(proposals, None, asked=filters.asked).first()


def _waiting(found: QuerySet[Proposal], after: Cursor | None, *, asked: bool) -> QuerySet[Proposal]:
    status = ReviewStatus.CHANGES_REQUESTED if asked else ReviewStatus.PENDING
    found = found.filter(review_status=status).order_by("waiting_since", "id")
    if after is None or after.since is None:
        return found
    keys = Tuple(F("waiting_since"), F("id"))
    return found.filter(TupleGreaterThan(keys, (after.since, after.id)))


def _filtered(found: QuerySet[Proposal], filters: Filters) -> QuerySet[Proposal]:
    wanted = {
        "track": filters.track,
        "rule_ids__contains": [filters.rule] if filters.rule else None,
        "currency": filters.currency,
        "amount_minor__gte": filters.low,
        "amount_minor__lte": filters.high,
    }
    return found.filter(
        **{name: value for name, value in wanted.items() if value not in ("", None)}
    )


def _search(found: QuerySet[Proposal], typed: str, after: Cursor | None) -> list[Any]:
    """By number; when no number begins so, by the very id, as the ledger names orders."""
    found = found.exclude(review_status__in=NOT_FOUND_BY_NUMBER).alias(number=NUMBER)
    by_number = found.filter(number__startswith=typed.upper()).order_by("number", "id")
    if after is not None:
        last = found.filter(pk=after.id).values_list(NUMBER, flat=True).first()
        keys = Tuple(F("number"), F("id"))
        by_number = by_number.filter(TupleGreaterThan(keys, (last or "", after.id)))
    return _read(by_number) or _read(found.filter(order_id=typed).order_by("id"))


def _read(found: QuerySet[Proposal]) -> list[Any]:
    """One row more than a page, which tells whether there is another page."""
    return list(_with_details(found)[: PAGE + 1])


def _with_details(found: QuerySet[Proposal]) -> QuerySet[Proposal, Any]:
    approved_once = Decision.objects.filter(
        proposal=OuterRef("pk"), round=OuterRef("round"), kind=DecisionKind.APPROVE, final=False
    )
    return found.annotate(parcels=F("pack__body__parcels"), half=Exists(approved_once)).defer(
        "rationale", "digest"
    )


def _row(record: Any, now: datetime) -> Row:
    parcels = msgspec.convert(record.parcels or [], list[Parcel])
    return Row(
        id=record.pk,
        number=record.order_number,
        headline=headline(record.cause, record.blocked_reasons, parcels, now),
        amount=money(record.amount_minor, record.currency),
        track=record.track,
        four_eyes=RuleId.APR_3 in record.rule_ids,
        half_approved=record.half and record.review_status == ReviewStatus.PENDING,
        status=record.review_status,
        status_label=record.get_review_status_display(),
        age=span(now - record.waiting_since) if record.waiting_since else "",
    )
