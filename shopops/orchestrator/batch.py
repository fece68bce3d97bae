"""One batch of orders: propose and commit, then judge what was committed."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from shopops.agents.facts import Pack
from shopops.agents.intake import IntakeAgent
from shopops.agents.ports import OmsReader, TrackerReader
from shopops.agents.resolution import ResolutionAgent
from shopops.agents.thresholds import Thresholds
from shopops.orchestrator.judge import OF_ONE_ORDER, Judgements, judge_proposals
from shopops.outbox.own_doings import doings_of_last_decisions, leaving_out
from shopops.proposals.lock import pipeline_scope
from shopops.proposals.store import Pair, Saved, save_proposals
from shopops.tenants import thresholds
from shopops.tenants.models import Tenant

logger = logging.getLogger(__name__)


class Oms(OmsReader, TrackerReader, Protocol):
    """A shop's orders and their trackers."""


# Opens the records of these orders, and of other orders that the shop's numbers call duplicates.
# Called inside the scope, so that it reads what is committed.
Read = Callable[[Sequence[str], Thresholds], Oms]


@dataclass(slots=True)
class Batch:
    """What became of each order. `failed` orders are in the log with their traceback."""

    saved: list[Saved] = field(default_factory=list)
    judged: Judgements = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    numbers: Thresholds | None = None  # those that the new proposals were made with


def resolve_batch(*, tenant: Tenant, order_ids: Sequence[str], read: Read, now: datetime) -> Batch:
    """Two commits: the proposals, then Policy's verdicts on them.

    An order that fails fails alone: when one of a batch can't be read or is refused by the
    database, they go one by one.
    """
    try:
        batch = propose_batch(tenant=tenant, order_ids=order_ids, read=read, now=now)
    except OF_ONE_ORDER:
        if len(order_ids) > 1:
            return _one_by_one(tenant, order_ids, read, now)
        logger.exception("Order %s of %s was not stored", order_ids[0], tenant.slug)
        return Batch(failed=list(order_ids))
    batch.judged = judge_proposals(
        tenant_id=tenant.pk,
        proposal_ids=[saved.proposal_id for saved in batch.saved],
        now=now,
        known=batch.numbers,
    )
    return batch


def _one_by_one(tenant: Tenant, order_ids: Sequence[str], read: Read, now: datetime) -> Batch:
    whole = Batch()
    for order_id in order_ids:
        part = resolve_batch(tenant=tenant, order_ids=[order_id], read=read, now=now)
        whole.saved += part.saved
        whole.judged |= part.judged
        whole.failed += part.failed
    return whole


def propose_batch(*, tenant: Tenant, order_ids: Sequence[str], read: Read, now: datetime) -> Batch:
    """The first commit: proposals that nobody has judged yet."""
    batch, pairs = Batch(), []
    with pipeline_scope(tenant.pk):
        batch.numbers = numbers = thresholds.current(tenant.pk)
        records = read(order_ids, numbers)
        intake = IntakeAgent(records, thresholds=numbers, now=lambda: now)
        resolution = ResolutionAgent(numbers)
        for order_id in order_ids:
            pair = propose_one(intake, resolution, order_id, tenant)
            if pair is None:
                batch.failed.append(order_id)
            else:
                pairs.append(pair)
        as_if = _as_if_nothing_was_done(tenant, pairs, records, numbers, now)
        batch.saved = save_proposals(tenant.pk, pairs, now, as_if=as_if)
    return batch


def _as_if_nothing_was_done(
    tenant: Tenant, pairs: Sequence[Pair], records: Oms, numbers: Thresholds, now: datetime
) -> dict[str, Pack]:
    """Packs without what the order's last decision did: that is no news to it."""
    given = [pack.order_id for pack, _ in pairs if _shows_money_given(pack)]
    if not given:
        return {}
    found = {}
    for order_id, own in doings_of_last_decisions(tenant.pk, given).items():
        intake = IntakeAgent(leaving_out(records, own), thresholds=numbers, now=lambda: now)
        found[order_id] = intake.build(order_id, tenant.slug)
    return found


def _shows_money_given(pack: Pack) -> bool:
    credit = pack.fields.get("earlier_credit")
    if credit is not None and credit.known(value=True):
        return True
    return any(one.refunded or one.reserved for one in pack.money)


def propose_one(
    intake: IntakeAgent, resolution: ResolutionAgent, order_id: str, tenant: Tenant
) -> Pair | None:
    """None when an agent fails on it: one order must not hold up the others of its batch."""
    try:
        pack = intake.build(order_id, tenant.slug)
        return pack, resolution.propose(pack)
    except Exception:
        logger.exception("Order %s of %s could not be read", order_id, tenant.slug)
        return None
