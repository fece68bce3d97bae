"""What the ledger is told about packs, proposals and verdicts. No personal value."""

from collections.abc import Sequence
from datetime import datetime

from shopops.agents.proposal import Action as ProposedAction
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.policy.verdicts import Outcome, Verdict
from shopops.proposals.models import Proposal
from shopops.proposals.rows import Draft


def of_draft(draft: Draft, now: datetime) -> list[NewEvent]:
    """Intake collected this evidence, and Resolution proposed this."""
    pack, head = draft.pack, draft.proposal
    intake: dict[str, Json] = {
        "order": pack.order_id,
        "pack": pack.digest,
        "evidence": len(pack.body.evidence),
        "thresholds_version": head.thresholds_version,
    }
    proposal: dict[str, Json] = {
        "order": pack.order_id,
        "pack": pack.digest,
        "proposal": head.digest,
        "revision": head.revision,
        "track": str(head.track),
        "cause": str(head.cause),
        "blocked_reasons": [str(reason) for reason in head.blocked_reasons],
        "actions": [_action(row.body) for row in draft.actions],
        "can_proceed": head.can_proceed,
    }
    return [_by_agent(EventKind.INTAKE, intake, now), _by_agent(EventKind.PROPOSAL, proposal, now)]


def of_verdicts(proposal: Proposal, verdicts: Sequence[Verdict], now: datetime) -> NewEvent:
    """Policy answered; `rules` are those that did not permit."""
    body: dict[str, Json] = {
        "order": proposal.order_id,
        "proposal": bytes(proposal.digest).hex(),
        "revision": proposal.revision,
        "thresholds_version": proposal.thresholds_version,
        "verdicts": [
            {
                "action": verdict.action_index,
                "outcome": str(verdict.outcome),
                "rules": [
                    str(result.rule)
                    for result in verdict.results
                    if result.outcome is not Outcome.PERMIT
                ],
            }
            for verdict in verdicts
        ],
    }
    return NewEvent(kind=EventKind.VERDICT, actor=ActorType.RULE, occurred_at=now, body=body)


def _by_agent(kind: EventKind, body: dict[str, Json], now: datetime) -> NewEvent:
    return NewEvent(kind=kind, actor=ActorType.AGENT, occurred_at=now, body=body)


def _action(action: ProposedAction) -> dict[str, Json]:
    return {
        "kind": str(action.kind),
        "amount_minor": action.amount_minor,
        "currency": action.currency,
        "evidence": list(action.evidence_ids),
    }
