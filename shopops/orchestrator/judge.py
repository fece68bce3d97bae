"""Policy judges what is committed: unjudged proposals of one shop, oldest first."""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet, prefetch_related_objects

from shopops.agents.thresholds import Thresholds
from shopops.orchestrator.alarming import ring_for
from shopops.orchestrator.context import contexts_of
from shopops.policy.decide import decide
from shopops.policy.verdicts import Context
from shopops.proposals.lock import steady_plans
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.proposals.read import pack_of, proposal_from
from shopops.proposals.store import Judged, save_verdicts
from shopops.tenants import thresholds
from shopops.tenants.scope import tenant_scope

BATCH = 500
Judgements = dict[int, ReviewStatus]  # the new status of each proposal that was judged

logger = logging.getLogger(__name__)


def judge_proposals(*, tenant_id: int, proposal_ids: Sequence[int], now: datetime) -> Judgements:
    """Judge those of them that are still unjudged, in a scope of its own."""
    with tenant_scope(tenant_id):
        steady_plans()
        rows = list(_unjudged(tenant_id).filter(pk__in=proposal_ids))
        return _judge(tenant_id, rows, now)


def sweep_unjudged(*, tenant_id: int, now: datetime) -> Judgements:
    """Judge what a crash between proposing and judging left behind."""
    judged: Judgements = {}
    last = 0
    while True:
        with tenant_scope(tenant_id):
            steady_plans()
            rows = list(_unjudged(tenant_id).filter(pk__gt=last)[:BATCH])
            judged |= _judge(tenant_id, rows, now)
        if not rows:
            return judged
        last = rows[-1].pk


def _unjudged(tenant_id: int) -> QuerySet[Proposal]:
    """Locked until the scope ends. What another judge holds is skipped: it is being judged."""
    return (
        Proposal.objects.of(tenant_id)
        .filter(review_status=ReviewStatus.UNJUDGED)
        .select_related("pack")
        .select_for_update(skip_locked=True, of=("self",))
        .order_by("pk")
    )


def _judge(tenant_id: int, rows: list[Proposal], now: datetime) -> Judgements:
    if not rows:
        return {}
    prefetch_related_objects(rows, "actions")
    numbers = thresholds.at_each(tenant_id, {row.thresholds_version for row in rows})
    contexts = contexts_of(tenant_id, rows, now=now)
    answers = [_answer(row, numbers[row.thresholds_version], contexts[row.pk]) for row in rows]
    judged = [answer for answer in answers if answer is not None]
    statuses = save_verdicts(tenant_id, judged, now)
    ring_for(tenant_id=tenant_id, proposal_ids=list(statuses), now=now)
    return statuses


def _answer(row: Proposal, numbers: Thresholds, context: Context) -> Judged | None:
    """None when Policy fails on it: one proposal must not hold up the others of its batch."""
    try:
        pack = pack_of(row)
        actions = list(row.actions.all())
        verdicts = decide(
            pack=pack,
            proposal=proposal_from(row, actions, pack),
            thresholds=numbers,
            context=context,
        )
    except Exception:
        logger.exception("Policy failed on proposal %s; it stays unjudged", row.pk)
        return None
    return Judged(proposal=row, actions=actions, verdicts=verdicts, context=context)
