"""What somebody wants to see of the queue, and the rows that it is read from.

Each filter has an index of its own beside a million rows: `QueueEntry` holds a row per value, in
the order of time and in the order of value. Several filters meet on the same proposal's rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from shopops.proposals.models import ReviewStatus
from shopops.review.claims import holds
from shopops.review.config import ReviewConfig
from shopops.review.counts import rarest_first
from shopops.review.due import overdue_since
from shopops.review.models import Claim, QueueEntry
from shopops.review.statuses import UNSETTLED

SOON = timedelta(hours=4)
NOBODY = "nobody"
ME = "me"


class Sort(StrEnum):
    DUE = "due"  # what has to be decided first; of what is decided the newest first
    VALUE = "value"  # the largest amount first, one currency after the other


class Due(StrEnum):
    OVERDUE = "overdue"
    SOON = "soon"


@dataclass(frozen=True, slots=True)
class Filters:
    """`number`: what was typed into the search: the beginning of an order's number, of its
    customer's name or e-mail address, of a tracking code; or an order's id. It looks through every
    order, whatever the other filters say. `assignee`: "me", "nobody" or a membership's id, and
    `me` is who asks."""

    track: str = ""
    asked: bool = False  # what waits for information, instead of what waits for a decision
    rule: str = ""
    currency: str = ""
    low: int | None = None
    high: int | None = None
    number: str = ""
    kind: str = ""
    reason: str = ""
    status: str = ""
    assignee: str = ""
    me: int | None = None
    age_hours: int | None = None  # has waited at least that long
    due: str = ""
    sort: str = Sort.DUE

    @property
    def wanted_status(self) -> str:
        if self.asked:
            return ReviewStatus.CHANGES_REQUESTED
        return self.status or ReviewStatus.PENDING

    @property
    def waits(self) -> bool:
        return self.wanted_status in UNSETTLED

    @property
    def by_value(self) -> bool:
        return self.sort == Sort.VALUE

    @property
    def narrowed(self) -> bool:
        """Whether more than the track keeps orders out of the list."""
        return replace(self, track="", sort=Sort.DUE, me=None) != Filters()

    @property
    def facets(self) -> list[str]:
        """The rows of `QueueEntry` that a proposal has to have."""
        named = {
            "reason": self.reason,
            "rule": self.rule,
            "kind": self.kind,
            "track": self.track,
        }
        return [f"{name}:{value}" for name, value in named.items() if value] or [""]


def entries(
    tenant_id: int, filters: Filters, now: datetime, config: ReviewConfig
) -> QuerySet[QueueEntry]:
    """One row per proposal that fits, in no order. Inside a tenant scope."""
    rows = QueueEntry.objects.of(tenant_id).filter(status=filters.wanted_status)
    first, *others = rarest_first(tenant_id, filters.wanted_status, filters.facets)
    found = rows.filter(*_limits(filters, now, config), facet=first)
    for place, facet in enumerate(others):
        # Looked up row by row, in the order of the first: as a join the planner would take all rows
        # of each, because it can't know that they are rows of the same proposals.
        same = rows.filter(facet=facet, at=OuterRef("at"), proposal=OuterRef("proposal"))
        name = f"has_{place}"
        found = found.alias(**{name: Subquery(same.values("pk")[:1])})
        found = found.filter(**{f"{name}__isnull": False})
    if filters.assignee == NOBODY:
        return found.exclude(Exists(claims_on_entries(tenant_id, now)))
    if filters.assignee:
        holder = filters.me if filters.assignee == ME else int(filters.assignee)
        return found.filter(Exists(claims_on_entries(tenant_id, now).filter(holder=holder)))
    return found


def claims_on_entries(tenant_id: int, now: datetime) -> QuerySet[Claim]:
    claims = Claim.objects.of(tenant_id).filter(holds(now))
    return claims.filter(order_id=OuterRef("proposal__order_id"))


def _limits(filters: Filters, now: datetime, config: ReviewConfig) -> Iterator[Q]:
    if filters.currency:
        yield Q(currency=filters.currency)
    if filters.low is not None:
        yield Q(amount_minor__gte=filters.low)
    if filters.high is not None:
        yield Q(amount_minor__lte=filters.high, amount_minor__gte=0)
    if filters.age_hours is not None:
        yield Q(at__lte=now - timedelta(hours=filters.age_hours))
    late = overdue_since(now, config)
    if filters.due == Due.OVERDUE:
        yield Q(at__lte=late)
    if filters.due == Due.SOON:
        yield Q(at__gt=late, at__lte=late + SOON)
