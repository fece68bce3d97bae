"""Writing a decision down: status, actions, the decision's row, its note, its ledger event."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec

from shopops import ledger
from shopops.alarms.asked import Asker, Skill
from shopops.alarms.settle import settle_order
from shopops.ledger import ActorType, EventKind, NewEvent
from shopops.proposals.models import Action, ExecutionStatus, Proposal, ReviewStatus
from shopops.review.case import Case
from shopops.review.judging import Judged
from shopops.review.models import Decision, DecisionKind, Outcome, ReviewNote
from shopops.review.refusals import AlreadyDecided

STATUS = {
    DecisionKind.APPROVE: ReviewStatus.APPROVED,
    DecisionKind.REJECT: ReviewStatus.REJECTED,
    DecisionKind.HANDLED_OUTSIDE: ReviewStatus.HANDLED,
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person decided, ready to be written. `judged` is there for approvals only."""

    kind: DecisionKind
    approved: list[int] = field(default_factory=list)
    judged: Judged | None = None
    final: bool = True
    outcome: Outcome | None = None
    reason: str = ""


def record(case: Case, ruling: Ruling) -> None:
    if ruling.final:
        _close(case, ruling)
    decision = _decision(case, ruling)
    note = _note(decision, ruling.reason)
    ledger.append(case.tenant_id, [_event(case, ruling, note)])
    if ruling.final:
        _settle(case, ruling)


def _settle(case: Case, ruling: Ruling) -> None:
    """What the order rang for is over with the decision; a first of two approvals ends nothing."""
    settle_order(
        tenant_id=case.tenant_id,
        order_id=case.proposal.order_id,
        asker=Asker(skill=Skill.REVIEW, actor=ActorType.HUMAN, member=case.reviewer),
        evidence=bytes(case.proposal.pack.digest),
        says={"decision": str(ruling.kind), "revision": case.proposal.revision},
    )


def _close(case: Case, ruling: Ruling) -> None:
    """One winner: only who finds this digest still waiting decides it."""
    proposal = case.proposal
    won = (
        Proposal.objects.of(case.tenant_id)
        .filter(pk=proposal.pk, digest=case.handle.digest, review_status=ReviewStatus.PENDING)
        .update(review_status=STATUS[ruling.kind], decided_by=case.reviewer, decided_at=case.now)
    )
    if not won:
        raise AlreadyDecided(ReviewStatus.PENDING.label, None, None)
    Action.objects.of(case.tenant_id).filter(proposal=proposal, index__in=ruling.approved).update(
        approved=True, execution_status=ExecutionStatus.HELD
    )


def _decision(case: Case, ruling: Ruling) -> Decision:
    judged = ruling.judged
    return Decision.objects.create(
        tenant_id=case.tenant_id,
        proposal=case.proposal,
        membership=case.reviewer,
        handle=case.handle,
        kind=ruling.kind,
        final=ruling.final,
        action_indexes=ruling.approved,
        outcome=ruling.outcome or "",
        thresholds_version=case.proposal.thresholds_version,
        verdicts=_json(judged.verdicts) if judged else [],
        context=_json(judged.context) if judged else None,
        decided_at=case.now,
    )


def _json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value, order="sorted"))


def _note(decision: Decision, reason: str) -> ReviewNote | None:
    if not reason:
        return None
    return ReviewNote.objects.create(tenant_id=decision.tenant_id, decision=decision, text=reason)


def _event(case: Case, ruling: Ruling, note: ReviewNote | None) -> NewEvent:
    """The reason is free text about people, so the ledger gets its salted hash."""
    judged = ruling.judged
    proposal = case.proposal
    return NewEvent(
        kind=EventKind.DECISION,
        actor=ActorType.HUMAN,
        occurred_at=case.now,
        # The handle decides once, so what it wrote has one name.
        event_id=UUID(bytes=bytes(case.handle.handle_sha256)[:16], version=4),
        body={
            "order": proposal.order_id,
            "proposal": bytes(proposal.digest).hex(),
            "revision": proposal.revision,
            "decision": str(ruling.kind),
            "final": ruling.final,
            "approved": ruling.approved,
            "kinds": [str(one.kind) for one in case.actions if one.index in ruling.approved],
            "approvals_given": judged.approvals_given if judged else None,
            "approvals_needed": judged.approvals_needed if judged else None,
            "outcome": str(ruling.outcome) if ruling.outcome else None,
            "reviewer": bytes(case.reviewer.identity_key).hex(),
            "reason_sha256": _salted(note),
            "thresholds_version": proposal.thresholds_version,
        },
    )


def _salted(note: ReviewNote | None) -> str | None:
    if note is None:
        return None
    return sha256(bytes(note.salt) + note.text.encode()).hexdigest()
