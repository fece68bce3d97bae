"""Whose parcels make trouble?"""

from dataclasses import dataclass

from shopops.dashboard.asking import ask, within
from shopops.dashboard.period import Period

# The newest revision of each order, so an order counts once under each of its carriers: those that
# the shop names, else those of the trackers that say of which order they are.
STATEMENT = """
WITH newest AS NOT MATERIALIZED (
    SELECT order_id, track FROM proposals_proposal
    WHERE tenant_id = %(tenant)s AND created_at >= %(start)s AND created_at < %(end)s
      AND superseded_by_id IS NULL
), named AS (
    SELECT parcels.carriers, newest.track, count(*) AS orders
    FROM newest
    JOIN connectors_sourcerecord parcels ON parcels.record_type = 'order'
        AND parcels.tenant_id = %(tenant)s AND parcels.external_id = newest.order_id
    GROUP BY 1, 2
), tracked AS (
    SELECT DISTINCT newest.order_id, newest.track, tracker.carrier
    FROM newest
    JOIN connectors_sourcerecord parcels ON parcels.record_type = 'order'
        AND parcels.tenant_id = %(tenant)s AND parcels.external_id = newest.order_id
        AND parcels.carriers = '{}'
    JOIN connectors_sourcerecord tracker ON tracker.record_type = 'tracker'
        AND tracker.tenant_id = %(tenant)s AND tracker.order_external_id = newest.order_id
    WHERE EXISTS (SELECT FROM named WHERE carriers = '{}')
)
SELECT carrier, sum(orders)::bigint,
       coalesce(sum(orders) FILTER (WHERE track = 'exception'), 0)::bigint,
       coalesce(sum(orders) FILTER (WHERE track = 'escalate'), 0)::bigint
FROM (
    SELECT unnest(carriers) AS carrier, track, orders FROM named
    UNION ALL
    SELECT carrier, track, count(*) FROM tracked GROUP BY 1, 2
) AS carried
WHERE carrier <> ''
GROUP BY carrier
ORDER BY 3 DESC, 2 DESC, carrier
"""


@dataclass(frozen=True, slots=True)
class Carrier:
    """Of its orders, these were exceptions, and these escalated."""

    name: str
    orders: int
    exceptions: int
    escalated: int

    @property
    def others(self) -> int:
        return self.orders - self.exceptions - self.escalated


def by_carrier(tenant_id: int, period: Period) -> list[Carrier]:
    """Orders with a parcel of a known carrier whose newest proposal was made in the period."""
    return ask(STATEMENT, Carrier, within(tenant_id, period))
