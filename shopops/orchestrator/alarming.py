"""What waits for a person becomes an alarm item, in the scope that made it wait."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from shopops.alarms.observe import observe_many
from shopops.alarms.proposed import proposed
from shopops.proposals.statuses import ReviewStatus
from shopops.proposals.store import Judged
from shopops.tenants.models import Tenant


def ring_for(
    *,
    tenant: Tenant,
    judged: Sequence[Judged],
    statuses: Mapping[int, ReviewStatus],
    now: datetime,
) -> None:
    """`statuses`: the proposals' new ones, by id."""
    proposals = [proposed(one.proposal, one.actions, statuses[one.proposal.pk]) for one in judged]
    observe_many(tenant=tenant, proposals=proposals, observed_at=now)
