"""Drafts of a shop's numbers, tried out and saved as the page does it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from shopops.administration.preview import reading, running
from shopops.administration.preview.models import PreviewOrder, PreviewRun, Stage
from shopops.administration.preview.walking import step
from shopops.administration.thresholds import change_thresholds
from shopops.agents.thresholds import Thresholds
from shopops.proposals.models import Proposal
from shopops.proposals.read import verdicts_of
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pipeline import NOON


def in_force(shop: Tenant) -> Thresholds:
    with tenant_scope(shop.pk):
        return thresholds.current(shop.pk)


def begun(
    shop: Tenant, admin: Membership, *, now: datetime = NOON, days: int = 30, **changed: Any
) -> PreviewRun:
    current = in_force(shop)
    return running.begin(
        tenant_id=shop.pk,
        draft=msgspec.structs.replace(current, **changed),
        based_on=current.version,
        days=days,
        reason="",
        asked_by=admin,
        now=now,
    )


def finished(run: PreviewRun, *, batch: int = 250, now: datetime = NOON) -> PreviewRun:
    while step(tenant_id=run.tenant_id, run_id=run.pk, now=now, batch=batch):
        pass
    run.refresh_from_db()
    assert run.stage == Stage.DONE
    return run


def tried(shop: Tenant, admin: Membership, **changed: Any) -> PreviewRun:
    return finished(begun(shop, admin, **changed))


def save(run: PreviewRun, *, now: datetime = NOON) -> None:
    change_thresholds(
        tenant_id=run.tenant_id,
        numbers=reading.draft_of_run(run),
        based_on=run.based_on,
        reason="As tried out",
        author=run.asked_by,
        now=now,
    )


def found(run: PreviewRun) -> dict[str, PreviewOrder]:
    return {one.order_number: one for one in run.orders.all()}


def newest_of_each(shop: Tenant) -> Iterator[Proposal]:
    with tenant_scope(shop.pk):
        rows = Proposal.objects.of(shop.pk).filter(superseded_by=None)
        yield from rows.prefetch_related("actions__verdicts").select_related("pack")


def strictest(row: Proposal) -> str:
    """What the stored verdicts make of an order: escalated, or the strictest of them."""
    if row.track == "escalate":
        return "escalated"
    outcomes = {str(verdict.outcome) for verdict in verdicts_of(row)}
    return next(one for one in ("deny", "needs_approval", "permit") if one in outcomes)
