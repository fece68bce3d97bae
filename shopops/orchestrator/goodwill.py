"""Goodwill that the customers of some proposals were given, on whichever of their orders.

A customer nobody can name is known by the one order. Goodwill is what GDW-1 calls so: any store
credit, a refund on the standard track, and an offer that answers no loss.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from shopops.agents.proposal import GOODWILL, ActionKind, Track
from shopops.proposals.models import Proposal

LONGEST_PERIOD = timedelta(days=366)  # no shop may count goodwill over more

GIVEN = """
WITH asked AS MATERIALIZED (
    SELECT proposal.id, proposal.order_id, source.customer_ref,
           coalesce(encode(source.customer_ref, 'hex'), 'order:' || proposal.order_id) AS customer
    FROM proposals_proposal proposal
    LEFT JOIN connectors_sourcerecord source ON source.tenant_id = proposal.tenant_id
     AND source.record_type = 'order' AND source.external_id = proposal.order_id
    WHERE proposal.tenant_id = %(tenant)s AND proposal.id = ANY (%(proposals)s)
), theirs AS MATERIALIZED (
    SELECT asked.customer, asked.order_id FROM asked WHERE asked.customer_ref IS NULL
    UNION
    SELECT named.customer, source.external_id
    FROM (SELECT DISTINCT customer, customer_ref FROM asked
          WHERE customer_ref IS NOT NULL) named
    JOIN connectors_sourcerecord source ON source.tenant_id = %(tenant)s
     AND source.record_type = 'order' AND source.customer_ref = named.customer_ref
), given AS MATERIALIZED (
    SELECT DISTINCT theirs.customer, proposal.id,
           coalesce(proposal.decided_at, proposal.created_at) AS given_at
    FROM theirs
    JOIN proposals_proposal proposal ON proposal.tenant_id = %(tenant)s
     AND proposal.order_id = theirs.order_id
    JOIN proposals_action action ON action.proposal_id = proposal.id
    WHERE coalesce(proposal.decided_at, proposal.created_at) > %(since)s
      AND (action.approved OR action.execution_status <> 'none')
      AND action.execution_status <> 'failed'
      AND (action.kind = %(credit)s OR action.cause = %(goodwill)s
           OR (action.kind = %(refund)s AND proposal.track = %(standard)s))
)
SELECT asked.id, given.given_at
FROM asked JOIN given USING (customer)
WHERE given.id <> asked.id
ORDER BY 1, 2
"""


def goodwill_given(
    tenant_id: int, proposals: Sequence[Proposal], *, now: datetime
) -> dict[int, list[datetime]]:
    """When, by proposal id; in one statement."""
    parameters: dict[str, Any] = {
        "tenant": tenant_id,
        "proposals": [row.pk for row in proposals],
        "since": now - LONGEST_PERIOD,
        "credit": ActionKind.PROPOSE_STORE_CREDIT,
        "refund": ActionKind.PROPOSE_REFUND,
        "standard": Track.STANDARD,
        "goodwill": GOODWILL,
    }
    found: dict[int, list[datetime]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(GIVEN, parameters)
        for proposal_id, given_at in cursor.fetchall():
            found[proposal_id].append(given_at)
    return found
