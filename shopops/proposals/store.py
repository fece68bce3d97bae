"""Write proposals and verdicts, a batch in a constant number of statements.

Both are called inside a tenant scope; the caller holds `lock_pipeline` for the first and the
proposals' row locks for the second. Nothing else writes these tables, except a decision, which
changes the status columns.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import chain
from types import MappingProxyType
from typing import Any

import msgspec
from django.db import connection

from shopops import ledger
from shopops.agents import facts
from shopops.agents.intake import pack_digest
from shopops.agents.intake.numbers import restated
from shopops.agents.proposal import Proposal as Proposed
from shopops.agents.thresholds import Thresholds
from shopops.policy.verdicts import Context
from shopops.policy.verdicts import Verdict as Answer
from shopops.proposals import events, statements
from shopops.proposals.models import Action, Proposal
from shopops.proposals.review_need import Need, need_of
from shopops.proposals.rows import Draft, JudgedRow, PackRow, VerdictRow, draft_of
from shopops.proposals.statuses import SETTLED, UNDECIDED, ReviewStatus
from shopops.tenants import thresholds

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
    digest: str
    waiting_since: datetime | None  # None also when it is decided
    settled_under: int | None  # the numbers' version, of what a person ended


def save_proposals(
    tenant_id: int,
    pairs: Sequence[Pair],
    now: datetime,
    *,
    as_if: Mapping[str, facts.Pack] = MappingProxyType({}),
) -> list[Saved]:
    """Store what is new: packs, evidence, proposals, actions, links and their ledger events.

    One answer per pair, in order. An order whose newest pack has the same digest gets nothing,
    also no ledger row. A changed one gets the next revision; the one before becomes stale when
    nobody has decided it, and names its successor in any case. What a person ended is not taken up
    again for nothing but another version of the shop's numbers, nor for what was carried out of it:
    `as_if` holds, by order, the pack as it would be had that not happened. Raises `ValueError` when
    an order comes twice, `UnprovenAction` at the end of the scope when an action cites no evidence.
    """
    order_ids = sorted({pack.order_id for pack, _ in pairs})
    if len(order_ids) < len(pairs):
        raise ValueError("an order stands twice in one batch")
    latest = _latest(tenant_id, order_ids)
    drafts = list(_changed(pairs, latest, _settled_under(tenant_id, pairs, latest), as_if))
    ids = _insert(tenant_id, drafts, now) if drafts else {}
    _supersede(tenant_id, ids, latest)
    if drafts:
        ledger.append(tenant_id, list(chain(*(events.of_draft(draft, now) for draft in drafts))))
    written = {draft.pack.order_id: draft for draft in drafts}
    return [_saved(pack.order_id, written, ids, latest) for pack, _ in pairs]


def save_verdicts(
    tenant_id: int, judged: Sequence[Judged], now: datetime
) -> dict[int, ReviewStatus]:
    """Store the verdicts of unjudged proposals, their ledger events, and who has to look.

    The proposals are locked by the caller and still unjudged. Answers with each one's new status.
    """
    if not judged:
        return {}
    needs = {item.proposal.pk: need_of(item.proposal, item.verdicts) for item in judged}
    rows = [_judged_row(item, needs[item.proposal.pk]) for item in judged]
    _insert_rows(statements.VERDICTS, tenant_id, rows, now)
    ledger.append(
        tenant_id, [events.of_verdicts(item.proposal, item.verdicts, now) for item in judged]
    )
    return {key: need.status for key, need in needs.items()}


def _latest(tenant_id: int, order_ids: list[str]) -> dict[str, _Latest]:
    rows = _run(
        statements.LATEST,
        tenant=tenant_id,
        orders=order_ids,
        undecided=list(UNDECIDED),
        settled=list(SETTLED),
    )
    return {row[0]: _Latest(*row) for row in rows}


def _settled_under(
    tenant_id: int, pairs: Iterable[Pair], latest: dict[str, _Latest]
) -> dict[int, Thresholds]:
    """Other versions than now's under which a person ended one of these orders."""
    found = {known.settled_under for known in latest.values() if known.settled_under is not None}
    others = found - {pack.thresholds_version for pack, _ in pairs}
    return thresholds.at_each(tenant_id, others)


def _changed(
    pairs: Iterable[Pair],
    latest: dict[str, _Latest],
    settled_under: dict[int, Thresholds],
    as_if: Mapping[str, facts.Pack],
) -> Iterable[Draft]:
    """What needs a new revision, in the order of the order ids."""
    for pack, proposed in sorted(pairs, key=lambda pair: pair[0].order_id):
        known = latest.get(pack.order_id)
        draft = draft_of(pack, proposed)
        if known is None:
            yield draft
        else:
            settled = known.settled_under is not None
            undone = as_if.get(pack.order_id) if settled else None
            before = settled_under.get(known.settled_under or 0)
            if known.digest not in _same(draft.pack, before, undone):
                draft.follow(known.revision, known.waiting_since)
                yield draft


def _same(pack: PackRow, before: Thresholds | None, undone: facts.Pack | None) -> list[str]:
    """The digests that say no more than this pack does; with the numbers of before, too, and as if
    nothing of the decision had been carried out."""
    found = [pack.digest]
    if undone is not None:
        found.append(pack_digest(undone).hex())
    if before is not None:
        found += [pack_digest(restated(one, before)).hex() for one in (pack.body, undone) if one]
    return found


def _insert(tenant_id: int, drafts: list[Draft], now: datetime) -> dict[str, int]:
    """The new proposals' ids by order."""
    packs = dict(_insert_rows(statements.PACKS, tenant_id, [d.pack for d in drafts], now))
    for draft in drafts:
        draft.proposal.pack_id = packs[draft.pack.order_id]
    return dict(_insert_rows(statements.PROPOSALS, tenant_id, [d.proposal for d in drafts], now))


def _supersede(tenant_id: int, ids: dict[str, int], latest: dict[str, _Latest]) -> None:
    steps = [
        {"older": latest[order_id].id, "newer": newer}
        for order_id, newer in ids.items()
        if order_id in latest
    ]
    if steps:
        _run(statements.SUPERSEDE, tenant=tenant_id, undecided=list(UNDECIDED), items=_json(steps))


def _saved(
    order_id: str, written: dict[str, Draft], ids: dict[str, int], latest: dict[str, _Latest]
) -> Saved:
    draft, known = written.get(order_id), latest.get(order_id)
    row = draft.proposal if draft else latest[order_id]
    change = Change.SUPERSEDED if known else Change.CREATED
    return Saved(
        order_id=order_id,
        proposal_id=ids[order_id] if draft else latest[order_id].id,
        revision=row.revision,
        change=change if draft else Change.UNCHANGED,
        track=str(row.track),
        blocked_reasons=list(row.blocked_reasons),
    )


def _judged_row(item: Judged, need: Need) -> JudgedRow:
    pairs = zip(item.actions, item.verdicts, strict=True)
    return JudgedRow(
        id=item.proposal.pk,
        pack_id=item.proposal.pack_id,
        review_status=need.status,
        rule_ids=need.rule_ids,
        context=item.context,
        verdicts=[
            VerdictRow(
                action_id=action.pk,
                outcome=verdict.outcome,
                thresholds_version=verdict.thresholds_version,
                results=verdict.results,
            )
            for action, verdict in pairs
        ],
    )


def _insert_rows(
    statement: str, tenant_id: int, rows: Sequence[Any], now: datetime
) -> list[tuple[Any, ...]]:
    return _run(statement, tenant=tenant_id, now=now, items=_json(rows))


def _json(rows: Sequence[Any]) -> str:
    return msgspec.json.encode(rows).decode()


def _run(statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchall() if cursor.description else []
