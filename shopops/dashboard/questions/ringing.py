"""How often must we ring before something is settled?"""

from dataclasses import dataclass

from shopops.alarms.states import OPEN
from shopops.dashboard.asking import ask, within
from shopops.dashboard.period import Period

MANY = 6  # so often or more often
STATEMENT = """
SELECT least(rings, %(many)s) AS times, count(*) FILTER (WHERE status = ANY (%(open)s)),
       count(*) FILTER (WHERE status <> ALL (%(open)s)), sum(rings)
FROM alarms_alarmitem
WHERE tenant_id = %(tenant)s AND opened_at >= %(start)s AND opened_at < %(end)s
GROUP BY times
"""


@dataclass(frozen=True, slots=True)
class Rung:
    """`times` 0: never; MANY: so often or more often. `rings`: all of these items' together."""

    times: int
    open: int = 0
    settled: int = 0
    rings: int = 0


def rung_per_item(tenant_id: int, period: Period) -> list[Rung]:
    """Items whose newest episode began in the period, by how often they rang in it."""
    values = within(tenant_id, period) | {"many": MANY, "open": sorted(OPEN)}
    found = {row.times: row for row in ask(STATEMENT, Rung, values)}
    return [found.get(times, Rung(times)) for times in range(MANY + 1)]
