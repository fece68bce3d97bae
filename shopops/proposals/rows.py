"""Packs, proposals and verdicts as rows; the way back is `read`."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from shopops.agents import facts
from shopops.agents.intake import pack_digest
from shopops.agents.proposal import Action as ProposedAction
from shopops.agents.proposal import Proposal as Proposed
from shopops.agents.resolution import proposal_digest
from shopops.policy import verdicts
from shopops.proposals.models import Action, Evidence, EvidenceLink, Pack, Proposal, Verdict


@dataclass(frozen=True, slots=True)
class Draft:
    """What one order gets when its evidence is new: rows that are not saved yet."""

    pack: Pack
    evidence: list[Evidence]
    proposal: Proposal
    actions: list[Action]
    source: Proposed


def as_json(value: Any) -> Any:
    """A struct as what a JSON column takes."""
    return msgspec.to_builtins(value)


def draft_rows(
    tenant_id: int, pack: facts.Pack, proposed: Proposed, *, revision: int, now: datetime
) -> Draft:
    row = Pack(
        tenant_id=tenant_id,
        order_id=pack.order_id,
        digest=pack_digest(pack),
        body=as_json(pack),
        created_at=now,
    )
    head = _proposal(row, pack, proposed, revision)
    return Draft(
        pack=row,
        evidence=[_evidence(row, item) for item in pack.evidence.values()],
        proposal=head,
        actions=[_action(head, *item) for item in enumerate(proposed.actions)],
        source=proposed,
    )


def links(draft: Draft) -> Iterator[EvidenceLink]:
    """A link for each id that an action cites and its pack holds. Needs the others' keys."""
    by_short_id = {row.short_id: row for row in draft.evidence}
    for row, action in zip(draft.actions, draft.source.actions, strict=True):
        for short_id in dict.fromkeys(action.evidence_ids):
            if short_id in by_short_id:
                yield EvidenceLink(
                    tenant_id=draft.pack.tenant_id,
                    pack=draft.pack,
                    action=row,
                    evidence=by_short_id[short_id],
                )


def verdict_row(
    action: Action, verdict: verdicts.Verdict, context: dict[str, Any], *, now: datetime
) -> Verdict:
    return Verdict(
        tenant_id=action.tenant_id,
        pack_id=action.pack_id,
        action=action,
        outcome=verdict.outcome,
        thresholds_version=verdict.thresholds_version,
        results=as_json(verdict.results),
        context=context,
        created_at=now,
    )


def _evidence(pack: Pack, item: facts.Evidence) -> Evidence:
    return Evidence(
        tenant_id=pack.tenant_id,
        pack=pack,
        short_id=item.id,
        source_object=item.source_object,
        json_path=item.json_path,
        payload_sha256=bytes.fromhex(item.payload_sha256),
        value_sha256=bytes.fromhex(item.value_sha256),
        occurred_at=item.occurred_at,
        received_at=item.received_at,
    )


def _proposal(row: Pack, pack: facts.Pack, proposed: Proposed, revision: int) -> Proposal:
    currency, minor = _largest_stake(proposed.actions)
    return Proposal(
        tenant_id=row.tenant_id,
        pack=row,
        order_id=pack.order_id,
        order_number=pack.order_number,
        revision=revision,
        digest=proposal_digest(proposed),
        track=proposed.track,
        cause=proposed.cause,
        blocked_reasons=proposed.blocked_reasons,
        rationale=proposed.rationale,
        can_proceed=proposed.can_proceed,
        thresholds_version=pack.thresholds_version,
        currency=currency,
        amount_minor=minor,
        created_at=row.created_at,
    )


def _action(head: Proposal, index: int, action: ProposedAction) -> Action:
    currency, minor = _money(action)
    return Action(
        tenant_id=head.tenant_id,
        pack=head.pack,
        proposal=head,
        index=index,
        kind=action.kind,
        cause=action.cause,
        alternative=action.alternative or "",
        amount_minor=minor,
        currency=currency,
        requires_approval=action.requires_approval,
        body=as_json(action),
    )


def _money(action: ProposedAction) -> tuple[str, int | None]:
    """Both or neither: an amount without a currency is no money, and the body keeps it."""
    if action.amount_minor is None or not action.currency:
        return "", None
    return action.currency, action.amount_minor


def _largest_stake(actions: list[ProposedAction]) -> tuple[str, int | None]:
    stakes = (_money(action) for action in actions)
    return max(stakes, key=lambda stake: -1 if stake[1] is None else stake[1], default=("", None))
