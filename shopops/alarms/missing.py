"""What waits for a person and has no open item is observed now: a step that failed, made up for."""

from shopops.alarms.audit_queries import unobserved
from shopops.alarms.clock import database_now
from shopops.alarms.observe import observe_many
from shopops.alarms.proposed import WAITING, proposed
from shopops.proposals.models import Proposal
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

BATCH = 500


def observe_missing(tenant: Tenant) -> int:
    """Batch by batch, each in a scope of its own; answers how many proposals were looked at."""
    looked_at = last = 0
    while True:
        with tenant_scope(tenant.pk):
            ids = [one for _, one in unobserved(tenant.pk, after=last, limit=BATCH)]
            _observe(tenant, ids)
        if not ids:
            return looked_at
        looked_at += len(ids)
        last = ids[-1]


def _observe(tenant: Tenant, ids: list[int]) -> None:
    """The proposals are locked, so that nobody decides one while it is observed. That is now, and
    not when they were made: one that was read before an earlier one was decided still waits."""
    now = database_now()
    rows = (
        Proposal.objects.of(tenant.pk)
        .filter(pk__in=ids, review_status__in=WAITING, superseded_by=None)
        .select_related("pack")
        .prefetch_related("actions")
        .select_for_update(of=("self",), skip_locked=True)
        .order_by("pk")
    )
    for row in rows:
        observe_many(
            tenant=tenant,
            proposals=[proposed(row, row.actions.all(), row.review_status)],
            observed_at=now,
        )
