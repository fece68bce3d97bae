"""What waits for a person, what has to be decided first at the top. Reads only.

A page at a time by keyset, so that a million waiting proposals cost what a thousand cost.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.fields.tuple_lookups import (  # type: ignore[import-untyped]
    Tuple,
    TupleGreaterThan,
    TupleLessThan,
)

from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review import settings
from shopops.review.config import ReviewConfig
from shopops.review.cursor import Cursor
from shopops.review.filters import Filters, claims_on_entries, entries
from shopops.review.models import Decision, DecisionKind, QueueEntry
from shopops.review.row_steps import with_steps
from shopops.review.rows import Row, found_of, row_of, with_details
from shopops.review.search import search

__all__ = ["Filters", "Page", "Row", "next_waiting", "place_of", "queue_page"]

PAGE = 50
BY_TIME = ("at", "proposal_id")
BY_VALUE = ("currency", "amount_minor", "proposal_id")


@dataclass(frozen=True, slots=True)
class Page:
    rows: list[Row]
    after: Cursor | None  # None: this is the last page


def queue_page(
    tenant_id: int,
    filters: Filters,
    after: Cursor | None,
    now: datetime,
    config: ReviewConfig | None = None,
) -> Page:
    """A page in one statement, of a search in two, whatever waits. `config`: the settings in force
    where the caller has them already."""
    config = config or settings.current(tenant_id)
    if filters.number:
        found, last = search(tenant_id, filters.number, after, now, size=PAGE)
        return Page([row_of(one, now, config) for one in found], last)
    records = _read(
        tenant_id, _placed(entries(tenant_id, filters, now, config), filters, after), now
    )
    rows = [row_of(found_of(one.proposal, one), now, config) for one in records[:PAGE]]
    more = len(records) > PAGE
    return Page(rows, _cursor(records[PAGE - 1], filters) if more else None)


def next_waiting(tenant_id: int, filters: Filters, after: Cursor, now: datetime) -> Proposal | None:
    """The next one that this person can decide after this one, else the first."""
    config = settings.current(tenant_id)
    if not filters.waits:
        filters = replace(filters, status=ReviewStatus.PENDING)
    found = _decidable(entries(tenant_id, filters, now, config), tenant_id, filters, now)
    for place in (after, None):
        following = _placed(found, filters, place).select_related("proposal").first()
        if following is not None:
            return following.proposal
    return None


def place_of(proposal: Proposal, filters: Filters) -> Cursor:
    """Where it stands, or stood, in the queue in this order."""
    if filters.by_value:
        amount = -1 if proposal.amount_minor is None else proposal.amount_minor
        return Cursor(proposal.pk, value=(proposal.currency, amount))
    return Cursor(proposal.pk, proposal.waiting_since)


def _placed(
    found: QuerySet[QueueEntry], filters: Filters, after: Cursor | None
) -> QuerySet[QueueEntry]:
    """In order, and after that place; a place in another order is none."""
    names = BY_VALUE if filters.by_value else BY_TIME
    down = filters.by_value or not filters.waits
    found = found.order_by(*(f"-{name}" if down else name for name in names))
    place = _place(filters, after)
    if place is None:
        return found
    compare = TupleLessThan if down else TupleGreaterThan
    return found.filter(compare(Tuple(*(F(name) for name in names)), place))


def _place(filters: Filters, after: Cursor | None) -> tuple[Any, ...] | None:
    if after is None:
        return None
    if filters.by_value:
        return None if after.value is None else (*after.value, after.id)
    return None if after.since is None else (after.since, after.id)


def _cursor(last: QueueEntry, filters: Filters) -> Cursor:
    if filters.by_value:
        return Cursor(last.proposal_id, value=(last.currency, last.amount_minor))
    return Cursor(last.proposal_id, last.at)


def _decidable(
    found: QuerySet[QueueEntry], tenant_id: int, filters: Filters, now: datetime
) -> QuerySet[QueueEntry]:
    """Without what this person has approved already or somebody else works on."""
    if filters.me is None:
        return found
    mine = Decision.objects.filter(
        proposal=OuterRef("proposal"),
        round=OuterRef("proposal__round"),
        kind=DecisionKind.APPROVE,
        membership=filters.me,
    )
    elsewhere = claims_on_entries(tenant_id, now).exclude(holder=filters.me)
    return found.exclude(Exists(mine)).exclude(Exists(elsewhere))


def _read(tenant_id: int, found: QuerySet[QueueEntry], now: datetime) -> list[Any]:
    """One row more than a page, which tells whether there is another page."""
    listed = with_details(found.select_related("proposal"), tenant_id, now, proposal="proposal__")
    return list(with_steps(listed, tenant_id, proposal="proposal__")[: PAGE + 1])
