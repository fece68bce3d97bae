"""Begin a run, carry it on, stop it, clear it away."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec
from django.db.models import Max

from shopops.administration.preview.models import PreviewRun, Stage
from shopops.administration.preview.tally import Tally
from shopops.administration.preview.walking import step
from shopops.agents.thresholds import Thresholds
from shopops.proposals.models import Proposal
from shopops.tenants import thresholds
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

KEPT = timedelta(days=7)
LEFT_ALONE = timedelta(seconds=30)  # then nobody is at a run any more
AT_ONCE = 100  # orders
STEPS = 40  # of one task: then other work gets its turn


def begin(
    *,
    tenant_id: int,
    draft: Thresholds,
    based_on: int,
    days: int,
    reason: str,
    asked_by: Membership,
    now: datetime,
) -> PreviewRun:
    """A run over what was proposed in the last `days`. The same person's run before it ends, so
    that nobody piles up work by asking often."""
    numbers = msgspec.structs.replace(draft, version=based_on + 1)
    with tenant_scope(tenant_id):
        thresholds.checked(numbers)
        mine = PreviewRun.objects.of(tenant_id).filter(asked_by=asked_by, stage=Stage.RUNNING)
        mine.update(stage=Stage.CANCELLED)
        upper = Proposal.objects.of(tenant_id).aggregate(Max("pk"))["pk__max"] or 0
        return PreviewRun.objects.create(
            tenant_id=tenant_id,
            asked_by=asked_by,
            draft=msgspec.to_builtins(numbers),
            based_on=based_on,
            reason=reason,
            days=days,
            since=now - timedelta(days=days),
            judged_at=now,
            upper=upper,
            cursor=upper + 1,
            tally=msgspec.to_builtins(Tally()),
            created_at=now,
            advanced_at=now,
        )


def first_step(*, tenant_id: int, run_id: int, now: datetime) -> bool:
    """While the browser waits: a small shop has its answer then. Whether there is more to do."""
    return step(tenant_id=tenant_id, run_id=run_id, now=now, batch=AT_ONCE)


def carry_on(*, tenant_id: int, run_id: int, now: datetime) -> bool:
    """Some steps of a run; whether there is more to do."""
    return all(step(tenant_id=tenant_id, run_id=run_id, now=now) for _ in range(STEPS))


def cancel(*, tenant_id: int, run_id: int) -> None:
    """At the end of the step that is under way; what was found until then stays."""
    with tenant_scope(tenant_id):
        running = PreviewRun.objects.of(tenant_id).filter(pk=run_id, stage=Stage.RUNNING)
        running.update(stage=Stage.CANCELLED)


def give_up(*, tenant_id: int, run_id: int) -> None:
    """A step failed and would fail again. The log says why."""
    with tenant_scope(tenant_id):
        running = PreviewRun.objects.of(tenant_id).filter(pk=run_id, stage=Stage.RUNNING)
        running.update(stage=Stage.FAILED)


def left_alone(now: datetime) -> Iterator[tuple[int, int]]:
    """Runs of every shop that nobody carries on: their worker died, or the wake-up was lost."""
    waiting = PreviewRun.objects.filter(stage=Stage.RUNNING, advanced_at__lt=now - LEFT_ALONE)
    yield from waiting.order_by("advanced_at").values_list("tenant_id", "pk")


def purge(now: datetime) -> None:
    PreviewRun.objects.filter(created_at__lt=now - KEPT).delete()
