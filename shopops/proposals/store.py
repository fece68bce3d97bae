"""Write proposals and verdicts, a batch in a constant number of statements.

Both are called inside a tenant scope. Nothing else writes these tables, except a decision, which
changes the status columns.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import chain
from typing import Any

from django.db import connection

from shopops import ledger
from shopops.agents import facts
from shopops.agents.intake import pack_digest
from shopops.agents.proposal import Proposal as Proposed
from shopops.policy.verdicts import Context
from shopops.policy.verdicts import Verdict as Answer
from shopops.proposals import events, statements
from shopops.proposals.lock import lock_pipeline
from shopops.proposals.models import Action, Evidence, EvidenceLink, Pack, Proposal, Verdict
from shopops.proposals.review_need import Need, need_of
from shopops.proposals.rows import Draft, as_json, draft_rows, links, verdict_row
from shopops.proposals.statuses import UNDECIDED, ReviewStatus

Pair = tuple[facts.Pack, Proposed]


class Change(StrEnum):
    CREATED = "created"  # the order's first proposal
    SUPERSEDED = "superseded"  # the evidence changed: a new revision took the older one's place
    UNCHANGED = "unchanged"  # nothing was written


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The newest proposal of one order, and whether this call wrote it."""

    order_id: str
    proposal_id: int
    revision: int
    change: Change
    track: str
    blocked_reasons: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A proposal with Policy's answer for each of its actions, in order."""

    proposal: Proposal
    actions: Sequence[Action]
    verdicts: Sequence[Answer]
    context: Context


@dataclass(frozen=True, slots=True)
class _Latest:
    order_id: str
    id: int
    revision: int
    track: str
    blocked_reasons: list[str]
    review_status: str
    digest: bytes


def save_proposals(tenant_id: int, pairs: Sequence[Pair], now: datetime) -> list[Saved]:
    """Store what is new: packs, evidence, proposals, actions, links and their ledger events.

    One answer per pair, in order. An order whose newest pack has the same digest gets nothing,
    also no ledger row. A changed one gets the next revision; the one before becomes stale when
    nobody has decided it, and names its successor in any case. Raises `ValueError` when an order
    comes twice, `UnprovenAction` at the end of the scope when an action cites no evidence.
    """
    lock_pipeline(tenant_id)
    latest = _latest(tenant_id, [pack.order_id for pack, _ in pairs])
    if len({pack.order_id for pack, _ in pairs}) < len(pairs):
        raise ValueError("an order stands twice in one batch")
    drafts = {
        pack.order_id: draft_rows(tenant_id, pack, proposed, revision=revision, now=now)
        for (pack, proposed), revision in _changed(pairs, latest)
    }
    if drafts:
        _insert(list(drafts.values()))
        _supersede(tenant_id, drafts, latest)
        ledger.append(tenant_id, [*chain.from_iterable(map(events.of_draft, drafts.values()))])
    return [_saved(pack.order_id, drafts, latest) for pack, _ in pairs]


def save_verdicts(
    tenant_id: int, judged: Sequence[Judged], now: datetime
) -> dict[int, ReviewStatus]:
    """Store the verdicts of unjudged proposals, their ledger events, and who has to look.

    The proposals are locked by the caller and still unjudged. Answers with each one's new status.
    """
    if not judged:
        return {}
    needs = {item.proposal.pk: need_of(item.proposal, item.verdicts) for item in judged}
    Verdict.objects.bulk_create([row for item in judged for row in _verdict_rows(item, now)])
    steps = [_review_step(proposal_id, need, now) for proposal_id, need in needs.items()]
    with connection.cursor() as cursor:
        cursor.execute(statements.JUDGED, [json.dumps(steps), tenant_id])
    ledger.append(
        tenant_id,
        [events.of_verdicts(item.proposal, item.verdicts, now=now) for item in judged],
    )
    return {proposal_id: need.status for proposal_id, need in needs.items()}


def _latest(tenant_id: int, order_ids: list[str]) -> dict[str, _Latest]:
    with connection.cursor() as cursor:
        cursor.execute(statements.LATEST, [tenant_id, order_ids])
        return {row[0]: _Latest(*row) for row in cursor.fetchall()}


def _changed(pairs: Iterable[Pair], latest: dict[str, _Latest]) -> Iterable[tuple[Pair, int]]:
    """What needs a new revision and which, in the order of the order ids."""
    for pair in sorted(pairs, key=lambda pair: pair[0].order_id):
        known = latest.get(pair[0].order_id)
        if known is None:
            yield pair, 1
        elif bytes(known.digest) != pack_digest(pair[0]):
            yield pair, known.revision + 1


def _insert(drafts: list[Draft]) -> None:
    Pack.objects.bulk_create([draft.pack for draft in drafts])
    Evidence.objects.bulk_create([row for draft in drafts for row in draft.evidence])
    Proposal.objects.bulk_create([draft.proposal for draft in drafts])
    Action.objects.bulk_create([row for draft in drafts for row in draft.actions])
    EvidenceLink.objects.bulk_create([row for draft in drafts for row in links(draft)])


def _supersede(tenant_id: int, drafts: dict[str, Draft], latest: dict[str, _Latest]) -> None:
    pairs = [
        {"older": latest[order_id].id, "id": draft.proposal.pk}
        for order_id, draft in drafts.items()
        if order_id in latest
    ]
    with connection.cursor() as cursor:
        cursor.execute(statements.SUPERSEDE, [list(UNDECIDED), json.dumps(pairs), tenant_id])


def _saved(order_id: str, drafts: dict[str, Draft], latest: dict[str, _Latest]) -> Saved:
    row: Any = drafts[order_id].proposal if order_id in drafts else latest[order_id]
    change = Change.SUPERSEDED if order_id in latest else Change.CREATED
    return Saved(
        order_id=order_id,
        proposal_id=row.id,
        revision=row.revision,
        change=change if order_id in drafts else Change.UNCHANGED,
        track=str(row.track),
        blocked_reasons=list(row.blocked_reasons),
    )


def _verdict_rows(item: Judged, now: datetime) -> list[Verdict]:
    context = as_json(item.context)
    pairs = zip(item.actions, item.verdicts, strict=True)
    return [verdict_row(action, verdict, context, now=now) for action, verdict in pairs]


def _review_step(proposal_id: int, need: Need, now: datetime) -> dict[str, Any]:
    waiting = need.status is ReviewStatus.PENDING
    return {
        "id": proposal_id,
        "review_status": need.status,
        "rule_ids": need.rule_ids,
        "waiting_since": now.isoformat() if waiting else None,
    }
