"""Policy judges what is committed: unjudged proposals of one shop, oldest first."""

import logging
from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import DataError, IntegrityError
from django.db.models import QuerySet, prefetch_related_objects

from shopops.agents.alternatives import clashes
from shopops.agents.proposal import Action
from shopops.agents.thresholds import Thresholds
from shopops.ledger.exceptions import EventRefused
from shopops.orchestrator.alarming import ring_for
from shopops.orchestrator.context import contexts_of
from shopops.outbox.enqueue import Wanted, enqueue_permitted
from shopops.policy.decide import decide
from shopops.policy.verdicts import Context
from shopops.proposals.lock import steady_scope
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.proposals.read import pack_of, proposal_from
from shopops.proposals.store import Judged, save_verdicts
from shopops.tenants import thresholds
from shopops.tenants.refusals import DatabaseRefusal
from shopops.tenants.scope import tenant_scope

BATCH = 500
# What one order can do to a whole batch; anything else is the database's own trouble.
OF_ONE_ORDER = (DatabaseRefusal, EventRefused, IntegrityError, DataError, msgspec.MsgspecError)
Judgements = dict[int, ReviewStatus]  # the new status of each proposal that was judged

logger = logging.getLogger(__name__)


def judge_proposals(
    *,
    tenant_id: int,
    proposal_ids: Sequence[int],
    now: datetime,
    known: Thresholds | None = None,
) -> Judgements:
    """Judge those of them that are still unjudged, and ring for what needs a person.

    `known`: numbers that the caller has read already. A version never changes.
    An alarm that the database refuses must not keep the others quiet: then each goes alone, and
    one that still fails is judged without. The provenance audit names it.
    """
    try:
        return _judge_in_scope(tenant_id, proposal_ids, now, known)
    except OF_ONE_ORDER:
        if len(proposal_ids) == 1:
            logger.exception("Proposal %s got no alarm", proposal_ids[0])
            return _judge_in_scope(tenant_id, proposal_ids, now, known, quietly=True)
    judged: Judgements = {}
    for proposal_id in proposal_ids:
        judged |= judge_proposals(
            tenant_id=tenant_id, proposal_ids=[proposal_id], now=now, known=known
        )
    return judged


def sweep_unjudged(*, tenant_id: int, now: datetime) -> Judgements:
    """Judge what a crash between proposing and judging left behind."""
    judged: Judgements = {}
    last = 0
    while True:
        with tenant_scope(tenant_id):
            waiting = Proposal.objects.of(tenant_id).filter(
                review_status=ReviewStatus.UNJUDGED, pk__gt=last
            )
            ids = list(waiting.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if not ids:
            return judged
        judged |= judge_proposals(tenant_id=tenant_id, proposal_ids=ids, now=now)
        last = ids[-1]


def _judge_in_scope(
    tenant_id: int,
    proposal_ids: Sequence[int],
    now: datetime,
    known: Thresholds | None = None,
    *,
    quietly: bool = False,
) -> Judgements:
    with steady_scope(tenant_id):
        rows = list(_unjudged(tenant_id).filter(pk__in=proposal_ids))
        judged = _judged(tenant_id, rows, now, known)
        statuses = save_verdicts(tenant_id, judged, now)
        enqueue_permitted(tenant_id=tenant_id, permitted=_permitted(judged, statuses), now=now)
        if judged and not quietly:
            tenant = judged[0].proposal.tenant
            ring_for(tenant=tenant, judged=judged, statuses=statuses, now=now)
    return statuses


def _permitted(judged: Sequence[Judged], statuses: Judgements) -> list[Wanted]:
    """What needs nobody. Of alternatives nobody has chosen one, so nothing of such is done."""
    return [
        (one.proposal, one.actions)
        for one in judged
        if statuses[one.proposal.pk] is ReviewStatus.NOT_REQUIRED
        and not clashes([msgspec.convert(action.body, Action) for action in one.actions])
    ]


def _unjudged(tenant_id: int) -> QuerySet[Proposal]:
    """Locked until the scope ends. What another judge holds is skipped: it is being judged."""
    return (
        Proposal.objects.of(tenant_id)
        .filter(review_status=ReviewStatus.UNJUDGED)
        .select_related("pack", "tenant")
        .select_for_update(skip_locked=True, of=("self",))
        .order_by("pk")
    )


def _judged(
    tenant_id: int, rows: list[Proposal], now: datetime, known: Thresholds | None
) -> list[Judged]:
    if not rows:
        return []
    prefetch_related_objects(rows, "actions")
    numbers = {known.version: known} if known else {}
    numbers |= thresholds.at_each(
        tenant_id, {row.thresholds_version for row in rows} - numbers.keys()
    )
    contexts = contexts_of(tenant_id, rows, now=now)
    answers = [_answer(row, numbers[row.thresholds_version], contexts[row.pk]) for row in rows]
    return [answer for answer in answers if answer is not None]


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
