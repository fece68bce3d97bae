"""How many wait. Counting stops at a cap, so that it costs the same however many there are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from shopops.agents.proposal import Track
from shopops.proposals.models import ReviewStatus

COUNT_CAP = 1000
ALL = "all"
OVERDUE = "overdue"
ASKED = "asked"
FREE = "free"

ONE = (
    "(SELECT count(*) FROM (SELECT FROM review_queueentry WHERE tenant_id = %s AND status = %s"
    " AND facet = %s AND at <= %s LIMIT %s) AS waiting)"
)
EVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Count:
    """How many wait, exact below the cap."""

    number: int

    def __str__(self) -> str:
        return f"{COUNT_CAP - 1}+" if self.number >= COUNT_CAP else str(self.number)

    def __bool__(self) -> bool:
        return self.number > 0


@dataclass(frozen=True, slots=True)
class _Asked:
    status: str = ReviewStatus.PENDING
    facet: str = ""
    until: datetime = EVER


TRACKS: Mapping[str, _Asked] = {
    ALL: _Asked(),
    **{str(track): _Asked(facet=f"track:{track}") for track in Track},
}
NEEDS_NOBODY = _Asked(status=ReviewStatus.NOT_REQUIRED)


def count_waiting(tenant_id: int) -> Count:
    return _counts(tenant_id, {ALL: TRACKS[ALL]})[ALL]


def count_free(tenant_id: int) -> Count:
    return _counts(tenant_id, {FREE: NEEDS_NOBODY})[FREE]


def queue_counts(tenant_id: int, late: datetime) -> dict[str, Count]:
    """By track, and what waits since `late` or longer, what waits for information, and what needs
    nobody's decision; one statement."""
    asked = {
        **TRACKS,
        OVERDUE: _Asked(until=late),
        ASKED: _Asked(status=ReviewStatus.CHANGES_REQUESTED),
        FREE: NEEDS_NOBODY,
    }
    return _counts(tenant_id, asked)


def rarest_first(tenant_id: int, status: str, facets: Sequence[str]) -> list[str]:
    """The facet that the fewest have, then the others; one statement, none for a single one."""
    if len(facets) < 2:
        return list(facets)
    found = _counts(tenant_id, {one: _Asked(status, one) for one in facets})
    return sorted(facets, key=lambda one: found[one].number)


def _counts(tenant_id: int, asked: Mapping[str, _Asked]) -> dict[str, Count]:
    values: list[Any] = []
    for one in asked.values():
        values += [tenant_id, str(one.status), one.facet, one.until, COUNT_CAP]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join([ONE] * len(asked))}", values)
        numbers = cursor.fetchone()
    return {name: Count(number) for name, number in zip(asked, numbers, strict=True)}
