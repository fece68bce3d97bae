"""Give an order to somebody, as a demo shop's administrator. Nothing where nothing waits."""

from datetime import datetime

from shopops.demo.script import Given
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.claiming import assign
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope


def give(tenant: Tenant, given: Given, *, by: Membership, to: Membership, now: datetime) -> None:
    with tenant_scope(tenant.pk):
        waiting = Proposal.objects.of(tenant.pk).filter(
            order_id=given.order_id, review_status=ReviewStatus.PENDING
        )
        proposal = waiting.first()
    if proposal is not None:
        assign(tenant_id=tenant.pk, proposal_id=proposal.pk, person=by, to=to.pk, now=now)
