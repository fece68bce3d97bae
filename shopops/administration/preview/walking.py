"""One step of a run: a batch of proposals, replayed and counted, committed with the cursor.

A killed worker loses the step that it was at and nothing else: what is counted and where the walk
stands are one commit. Two workers on one run take turns: who finds it held leaves it.
"""

from datetime import datetime, timedelta

import msgspec
from django.db.models import Q, QuerySet

from shopops.administration.preview.comparing import compare
from shopops.administration.preview.models import PreviewOrder, PreviewRun, Stage
from shopops.administration.preview.tally import Tally
from shopops.proposals.lock import steady_plans
from shopops.proposals.models import Proposal
from shopops.tenants.scope import tenant_scope

BATCH = 250
# Proposals of one shop are written one transaction at a time, each with the clock of its run, so
# ids follow the dates but for runs that overlap. So much further down is looked.
OVERLAP = timedelta(days=1)
MOVED = ["cursor", "seen", "total", "stage", "tally", "advanced_at"]


def step(*, tenant_id: int, run_id: int, now: datetime, batch: int = BATCH) -> bool:
    """Whether there is more to do, for whoever asks: False also when somebody else is at it."""
    with tenant_scope(tenant_id):
        run = _held(tenant_id, run_id)
        if run is None:
            return False
        if run.seen and run.total is None:
            run.total = _looked_at(run).count()
        steady_plans()
        _walk(run, batch)
        run.advanced_at = now
        run.save(update_fields=MOVED)
        return run.stage == Stage.RUNNING


def _held(tenant_id: int, run_id: int) -> PreviewRun | None:
    running = PreviewRun.objects.of(tenant_id).filter(pk=run_id, stage=Stage.RUNNING)
    return (
        running.select_for_update(skip_locked=True, of=("self",)).select_related("tenant").first()
    )


def _looked_at(run: PreviewRun) -> QuerySet[Proposal]:
    """The newest of each order as it was when the run began, whatever came since."""
    newest = Q(superseded_by=None) | Q(superseded_by__gt=run.upper)
    proposals = Proposal.objects.of(run.tenant_id).filter(pk__lte=run.upper)
    return proposals.filter(newest, created_at__gte=run.since)


def _walk(run: PreviewRun, batch: int) -> None:
    below = Proposal.objects.of(run.tenant_id).filter(pk__lt=run.cursor).order_by("-pk")
    dated = list(below.values_list("pk", "created_at")[:batch])
    if len(dated) < batch or all(at < run.since - OVERLAP for _, at in dated):
        run.stage = Stage.DONE
    if not dated:
        return
    run.cursor = dated[-1][0]
    rows = list(_looked_at(run).filter(pk__in=[key for key, _ in dated]).order_by("-pk"))
    tally = msgspec.convert(run.tally, Tally)
    PreviewOrder.objects.bulk_create(compare(run, rows, tally))
    run.tally = msgspec.to_builtins(tally)
    run.seen += len(rows)
