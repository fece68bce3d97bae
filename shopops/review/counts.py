"""How many wait. Counting stops at a cap, so that it costs the same however many there are."""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from shopops.agents.proposal import Track

COUNT_CAP = 1000
ALL = "all"


@dataclass(frozen=True, slots=True)
class Count:
    """How many wait, exact below the cap."""

    number: int

    def __str__(self) -> str:
        return f"{COUNT_CAP - 1}+" if self.number >= COUNT_CAP else str(self.number)

    def __bool__(self) -> bool:
        return self.number > 0


def count_waiting(tenant_id: int) -> Count:
    return _counts(tenant_id, [ALL])[ALL]


def counts_by_track(tenant_id: int) -> dict[str, Count]:
    """Under `ALL` and under each track; one statement."""
    return _counts(tenant_id, [ALL, *Track])


def _counts(tenant_id: int, tracks: list[str]) -> dict[str, Count]:
    one = (
        "(SELECT count(*) FROM (SELECT FROM proposals_proposal WHERE tenant_id = %s"
        " AND review_status = 'pending'{} LIMIT %s) AS waiting)"
    )
    parts, values = [], list[Any]()
    for track in tracks:
        parts.append(one.format("" if track == ALL else " AND track = %s"))
        values += [tenant_id, *([] if track == ALL else [str(track)]), COUNT_CAP]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(parts)}", values)
        numbers = cursor.fetchone()
    return {str(track): Count(number) for track, number in zip(tracks, numbers, strict=True)}
