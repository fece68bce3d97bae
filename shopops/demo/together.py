"""Several orders decided at once, as their pages would: a preview, then its confirmation."""

from datetime import datetime

from shopops.demo.script import Together
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.bulk.confirm import Words, confirm
from shopops.review.bulk.preview import preview
from shopops.review.models import BulkKind
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope


def decide_together(
    tenant: Tenant, scene: Together, *, reviewer: Membership, now: datetime
) -> None:
    """Nothing where none of them waits any more."""
    with tenant_scope(tenant.pk):
        waiting = Proposal.objects.of(tenant.pk).filter(
            order_id__in=scene.order_ids, revision=1, review_status=ReviewStatus.PENDING
        )
        chosen = list(waiting.order_by("pk").values_list("pk", flat=True))
    if not chosen:
        return
    run_id = preview(
        tenant_id=tenant.pk,
        reviewer=reviewer,
        kind=BulkKind.APPROVE,
        proposal_ids=chosen,
        prefer=scene.prefer,
        now=now,
    )
    words = Words(sure=True)
    confirm(tenant_id=tenant.pk, run_id=run_id, reviewer=reviewer, words=words, now=now)
