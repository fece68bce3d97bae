"""How much waits, for how long, and what of it is overdue?"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shopops.dashboard.asking import ask
from shopops.review.config import ReviewConfig
from shopops.review.due import overdue_since

# The oldest first. What waited less than the first of these, less than the second, and so on.
EDGES = (
    timedelta(hours=1),
    timedelta(hours=4),
    timedelta(hours=12),
    timedelta(days=1),
    timedelta(days=3),
    timedelta(days=7),
)
STATEMENT = """
SELECT age, count(*) FILTER (WHERE waits AND NOT overdue),
       count(*) FILTER (WHERE waits AND overdue), count(*) FILTER (WHERE NOT waits)
FROM (
    SELECT width_bucket(%(now)s - waiting_since, %(edges)s::interval[]) AS age, true AS waits,
           waiting_since <= %(overdue)s AS overdue
    FROM proposals_proposal
    WHERE tenant_id = %(tenant)s AND review_status = 'pending'
    UNION ALL
    SELECT width_bucket(%(now)s - waiting_since, %(edges)s::interval[]), false, false
    FROM proposals_proposal
    WHERE tenant_id = %(tenant)s AND review_status = 'changes_requested'
) AS waiting
GROUP BY age
"""


@dataclass(frozen=True, slots=True)
class Waiting:
    """`age`: how many of `EDGES` it has passed. `asked`: waits for information, not for us."""

    age: int
    in_time: int = 0
    overdue: int = 0
    asked: int = 0


def waiting(tenant_id: int, *, config: ReviewConfig, now: datetime) -> list[Waiting]:
    """At this moment, every age once, the youngest first."""
    values = {
        "tenant": tenant_id,
        "now": now,
        "edges": list(EDGES),
        "overdue": overdue_since(now, config),
    }
    found = {row.age: row for row in ask(STATEMENT, Waiting, values)}
    return [found.get(age, Waiting(age)) for age in range(len(EDGES) + 1)]
