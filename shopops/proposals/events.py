"""What the ledger is told about packs, proposals and verdicts. No personal value."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from shopops.agents.canonical import canonical_json
from shopops.agents.proposal import Action as ProposedAction
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.policy.verdicts import Outcome, Verdict
from shopops.proposals.models import Proposal
from shopops.proposals.rows import Draft

# Of the 65,536 bytes of a body; the rest is for an order's id and the reasons of a blocked one.
MOST_BYTES_OF_A_LIST = 48_000


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
        **actions_of(draft),
        "can_proceed": head.can_proceed,
    }
    return [_by_agent(EventKind.INTAKE, intake, now), _by_agent(EventKind.PROPOSAL, proposal, now)]


def actions_of(draft: Draft) -> dict[str, Json]:
    """What a draft proposes, under "actions", for an event that tells of it."""
    actions = [_action(row.body) for row in draft.proposal.actions]
    return _listed("actions", actions, long="evidence")


def of_verdicts(proposal: Proposal, verdicts: Sequence[Verdict], now: datetime) -> NewEvent:
    """Policy answered; `rules` are those that did not permit."""
    body: dict[str, Json] = {
        "order": proposal.order_id,
        "proposal": bytes(proposal.digest).hex(),
        "revision": proposal.revision,
        "thresholds_version": proposal.thresholds_version,
        **_listed("verdicts", [_verdict(verdict) for verdict in verdicts], long="rules"),
    }
    return NewEvent(
        kind=EventKind.VERDICT,
        actor=ActorType.RULE,
        occurred_at=now,
        event_id=verdict_event_id(proposal),
        body=body,
    )


def verdict_event_id(proposal: Proposal) -> UUID:
    """A proposal is judged once, so the event of that has one name."""
    said = f"shopops verdict 1 {proposal.tenant_id} {proposal.pk} ".encode()
    return UUID(bytes=sha256(said + bytes(proposal.digest)).digest()[:16], version=4)


def _by_agent(kind: EventKind, body: dict[str, Json], now: datetime) -> NewEvent:
    return NewEvent(kind=kind, actor=ActorType.AGENT, occurred_at=now, body=body)


def _listed(name: str, items: list[dict[str, Json]], *, long: str) -> dict[str, Json]:
    """The items under their name. When a body has no room for them, they leave out the member
    `long` and "<name>_sha256" is the hash of them in full, as canonical JSON."""
    whole = canonical_json(items)
    if len(whole) <= MOST_BYTES_OF_A_LIST:
        return {name: list(items)}
    short: list[Json] = [
        {key: value for key, value in item.items() if key != long} for item in items
    ]
    return {name: short, f"{name}_sha256": sha256(whole).hexdigest()}


def _verdict(verdict: Verdict) -> dict[str, Json]:
    against = [result.rule for result in verdict.results if result.outcome is not Outcome.PERMIT]
    return {
        "action": verdict.action_index,
        "outcome": str(verdict.outcome),
        "rules": [str(rule) for rule in against],
    }


def _action(action: ProposedAction) -> dict[str, Json]:
    return {
        "kind": str(action.kind),
        "amount_minor": action.amount_minor,
        "currency": action.currency,
        "evidence": list(action.evidence_ids),
    }
