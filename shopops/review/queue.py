"""What waits for a person, oldest first; and any order by its number. Reads only.

A page at a time by keyset, so that a million waiting proposals cost what a thousand cost.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.fields.tuple_lookups import (  # type: ignore[import-untyped]
    Tuple,
    TupleGreaterThan,
)

from shopops.agents.facts import Parcel
from shopops.policy.rules import RuleId
from shopops.proposals.models import Proposal, ReviewStatus
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
    """`number`: the beginning of an order number, or an order's id; then every order is looked
    through, newest first, and not only what waits."""

    track: str = ""
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
    """Two statements at most, whatever waits."""
    found = _filtered(Proposal.objects.of(tenant_id), filters)
    found = _searched(found, after) if filters.number else _waiting(found, after)
    records = list(_with_details(found)[: PAGE + 1])
    shown = records[:PAGE]
    more = len(records) > PAGE
    last = shown[-1] if more else None
    since = None if filters.number or last is None else last.waiting_since
    return Page([_row(record, now) for record in shown], Cursor(last.pk, since) if last else None)


def next_waiting(tenant_id: int, filters: Filters, after: Cursor | None) -> Proposal | None:
    """The next one to decide after this one, else the oldest."""
    found = _filtered(Proposal.objects.of(tenant_id), filters) if not filters.number else None
    waiting = found if found is not None else Proposal.objects.of(tenant_id)
    return _waiting(waiting, after).first() or _waiting(waiting, None).first()


def _waiting(found: QuerySet[Proposal], after: Cursor | None) -> QuerySet[Proposal]:
    found = found.filter(review_status=ReviewStatus.PENDING).order_by("waiting_since", "id")
    if after is None or after.since is None:
        return found
    keys = Tuple(F("waiting_since"), F("id"))
    return found.filter(TupleGreaterThan(keys, (after.since, after.id)))


def _searched(found: QuerySet[Proposal], after: Cursor | None) -> QuerySet[Proposal]:
    found = found.exclude(review_status__in=NOT_FOUND_BY_NUMBER).order_by("-id")
    return found if after is None else found.filter(id__lt=after.id)


def _filtered(found: QuerySet[Proposal], filters: Filters) -> QuerySet[Proposal]:
    wanted = Q()
    if filters.number:
        upper = filters.number.upper()
        wanted &= (
            Q(order_number__startswith=filters.number)
            | Q(order_number__startswith=upper)
            | Q(order_id__in=(filters.number, upper))
        )
    if filters.track:
        wanted &= Q(track=filters.track)
    if filters.rule:
        wanted &= Q(rule_ids__contains=[filters.rule])
    if filters.currency:
        wanted &= Q(currency=filters.currency)
    if filters.low is not None:
        wanted &= Q(amount_minor__gte=filters.low)
    if filters.high is not None:
        wanted &= Q(amount_minor__lte=filters.high)
    return found.filter(wanted)


def _with_details(found: QuerySet[Proposal]) -> QuerySet[Proposal, Any]:
    approved_once = Decision.objects.filter(
        proposal=OuterRef("pk"), kind=DecisionKind.APPROVE, final=False
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
