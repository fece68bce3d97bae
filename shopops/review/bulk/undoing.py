"""Taking back what was decided together: each order by itself, as if on its own page."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.review.bulk.confirm import find_run
from shopops.review.handles import mint_handle
from shopops.review.keeping import keep_refused
from shopops.review.models import BulkRun, Decision, DecisionKind
from shopops.review.refusals import DecisionRefused
from shopops.review.undo import may_undo, undo
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


@dataclass(frozen=True, slots=True)
class Returned:
    """The numbers of the orders whose decision was taken back, and of those where it was not."""

    back: list[str]
    kept: list[str]


def undo_run(
    *,
    tenant_id: int,
    run_id: UUID,
    reviewer: Membership,
    only: int | None = None,
    now: datetime | None = None,
) -> Returned:
    """`only`: this proposal alone. What time or a further decision has closed stays, and is no
    part of what is returned. Raises `NoSuchPreview`."""
    now = now or timezone.now()
    with tenant_scope(tenant_id):
        run = find_run(tenant_id, run_id, reviewer)
        open_ones = [
            (row, mint_handle(proposal=row, reviewer=reviewer, now=now))
            for row in returnable(run, reviewer, now)
            if only in (None, row.pk)
        ]
    returned = Returned([], [])
    for row, handle in open_ones:
        try:
            undo(tenant_id=tenant_id, handle=handle, reviewer=reviewer, now=now)
        except DecisionRefused as refusal:
            keep_refused(refusal, person=reviewer, handle=handle, kind=DecisionKind.UNDO)
            returned.kept.append(row.order_number)
        else:
            returned.back.append(row.order_number)
    return returned


def returnable(run: BulkRun, reviewer: Membership, now: datetime) -> list[Proposal]:
    """Those whose decision by this run can still be taken back. Inside a tenant scope."""
    decided = Decision.objects.of(run.tenant_id).filter(
        handle__in=run.items.exclude(handle=None).values("handle"),
        final=True,
        round=F("proposal__round"),
    )
    found = decided.select_related("proposal").order_by("pk")
    return [one.proposal for one in found if may_undo(one, reviewer, now)]
