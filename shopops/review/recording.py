"""Writing a decision down: status, actions, the decision's row, its note, its ledger event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec

from shopops import ledger
from shopops.agents.proposal import GOODWILL
from shopops.alarms.asked import Asker, Skill, VerifiedBy
from shopops.alarms.settle import settle_order
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.outbox.enqueue import enqueue
from shopops.outbox.notes import Told, enqueue_notes
from shopops.policy.payments import PAYS_OUT
from shopops.proposals.models import Action, ExecutionStatus, Proposal, ReviewStatus
from shopops.review.case import Case
from shopops.review.judging import Judged
from shopops.review.models import (
    Decision,
    DecisionHandle,
    DecisionKind,
    Delegation,
    Outcome,
    ReviewNote,
)
from shopops.review.refusals import AlreadyDecided
from shopops.review.turn import Turn
from shopops.tenants.vault import name_sha256

# Where a decision leads when it is final.
ENDS = {
    DecisionKind.APPROVE: ReviewStatus.APPROVED,
    DecisionKind.REJECT: ReviewStatus.REJECTED,
    DecisionKind.HANDLED_OUTSIDE: ReviewStatus.HANDLED,
}
# And where one leads that settles nothing.
STEPS = {
    DecisionKind.RESPOND: ReviewStatus.CHANGES_REQUESTED,
    DecisionKind.TAKE_BACK: ReviewStatus.PENDING,
}


@dataclass(frozen=True, slots=True)
class Together:
    """Confirmed at once with others: by which run, and how many orders it was about."""

    run_id: UUID
    orders: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person decided, ready to be written. `judged` is there for approvals only; `says`
    goes to the ledger beside what every decision says."""

    kind: DecisionKind
    approved: list[int] = field(default_factory=list)
    judged: Judged | None = None
    final: bool = True
    outcome: Outcome | None = None
    reason: str = ""
    preset: str = ""
    undoes: Decision | None = None
    undo_until: datetime | None = None
    bypassed: list[str] = field(default_factory=list)
    delegation: Delegation | None = None
    together: Together | None = None
    says: Mapping[str, Json] = field(default_factory=dict)


def record(case: Case, ruling: Ruling) -> Decision:
    if ruling.kind in STEPS:
        _step(case, status=STEPS[ruling.kind])
    elif ruling.final:
        close(case, ruling)
    decision = write_down(case.turn, ruling, approved=_approved(case, ruling))
    if ruling.final:
        _settle(case, ruling)
        _enqueue(case, ruling)
    return decision


def write_down(turn: Turn, ruling: Ruling, *, approved: Sequence[Action] = ()) -> Decision:
    """The decision's row, its note and its ledger event; what it changes is the caller's."""
    decision = _decision(turn, ruling)
    note = _note(decision, ruling.reason)
    ledger.append(turn.tenant_id, [_event(turn, ruling, note, approved)])
    return decision


def event_id_of(handle: DecisionHandle) -> UUID:
    """The handle decides once, so what it wrote has one name on the ledger."""
    return UUID(bytes=bytes(handle.handle_sha256)[:16], version=4)


def asker_of(turn: Turn) -> Asker:
    return Asker(skill=Skill.REVIEW, actor=ActorType.HUMAN, member=turn.reviewer)


def _settle(case: Case, ruling: Ruling) -> None:
    """What the order rang for is over with the decision; a first of two approvals ends nothing."""
    settle_order(
        tenant_id=case.tenant_id,
        order_id=case.proposal.order_id,
        asker=asker_of(case.turn),
        evidence=bytes(case.proposal.pack.digest),
        says={
            "decision": str(ruling.kind),
            "revision": case.proposal.revision,
            "decided_in": str(event_id_of(case.handle)),
        },
    )


def _enqueue(case: Case, ruling: Ruling) -> None:
    """What was approved is to happen outside, once the time to take it back is over."""
    enqueue(
        tenant_id=case.tenant_id,
        proposal=case.proposal,
        actions=_approved(case, ruling),
        round_=case.handle.round,
        event_id=event_id_of(case.handle),
        not_before=ruling.undo_until or case.now,
    )
    _enqueue_note(case, ruling)


def _enqueue_note(case: Case, ruling: Ruling) -> None:
    """The shop's own record tells of the decision, whichever it was."""
    told = Told(
        event_id=event_id_of(case.handle),
        order_id=case.proposal.order_id,
        order_number=case.proposal.order_number,
        not_before=ruling.undo_until or case.now,
        proposal=case.proposal,
        round_=case.handle.round,
    )
    enqueue_notes(tenant_id=case.tenant_id, told=[told])


def close(case: Case, ruling: Ruling) -> None:
    """What other decisions see of a final one. The rest of it is `record`'s."""
    _step(case, status=ENDS[ruling.kind], decided_by=case.reviewer, decided_at=case.now)
    Action.objects.of(case.tenant_id).filter(
        proposal=case.proposal, index__in=ruling.approved
    ).update(approved=True, execution_status=ExecutionStatus.HELD)


def _step(case: Case, *, status: ReviewStatus, **more: Any) -> None:
    """One winner: only who finds this digest as it was seen moves it on."""
    proposal = case.proposal
    won = (
        Proposal.objects.of(case.tenant_id)
        .filter(
            pk=proposal.pk,
            digest=case.handle.digest,
            round=case.handle.round,
            review_status=proposal.review_status,
        )
        .update(review_status=status, **more)
    )
    if not won:
        raise AlreadyDecided(ReviewStatus(proposal.review_status).label, None, None)


def _decision(turn: Turn, ruling: Ruling) -> Decision:
    judged = ruling.judged
    return Decision.objects.create(
        tenant_id=turn.tenant_id,
        proposal=turn.proposal,
        membership=turn.reviewer,
        handle=turn.handle,
        kind=ruling.kind,
        final=ruling.final,
        round=turn.handle.round,
        action_indexes=ruling.approved,
        outcome=ruling.outcome or "",
        preset=ruling.preset,
        undoes=ruling.undoes,
        undo_until=ruling.undo_until,
        bypassed=ruling.bypassed,
        delegation=ruling.delegation,
        together=ruling.together.orders if ruling.together else None,
        thresholds_version=turn.proposal.thresholds_version,
        verdicts=_json(judged.verdicts) if judged else [],
        context=_json(judged.context) if judged else None,
        waiting_since=turn.proposal.waiting_since,
        rule_ids=turn.proposal.rule_ids,
        decided_at=turn.now,
    )


def _json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value, order="sorted"))


def _note(decision: Decision, reason: str) -> ReviewNote | None:
    if not reason:
        return None
    return ReviewNote.objects.create(tenant_id=decision.tenant_id, decision=decision, text=reason)


def _approved(case: Case, ruling: Ruling) -> list[Action]:
    return [one for one in case.actions if one.index in ruling.approved]


def _event(
    turn: Turn, ruling: Ruling, note: ReviewNote | None, approved: Sequence[Action]
) -> NewEvent:
    """The reason is free text about people, so the ledger gets its salted hash."""
    judged = ruling.judged
    proposal = turn.proposal
    body: dict[str, Json] = {
        "order": proposal.order_id,
        "proposal": bytes(proposal.digest).hex(),
        "revision": proposal.revision,
        "decision": str(ruling.kind),
        "final": ruling.final,
        "approved": list(ruling.approved),
        "kinds": [str(one.kind) for one in approved],
        "approvals_given": judged.approvals_given if judged else None,
        "approvals_needed": judged.approvals_needed if judged else None,
        "outcome": str(ruling.outcome) if ruling.outcome else None,
        "reviewer": bytes(turn.reviewer.identity_key).hex(),
        "reason_sha256": _salted(note),
        "thresholds_version": proposal.thresholds_version,
        **_sometimes(turn, ruling),
        **_pays(approved),
        **ruling.says,
    }
    return NewEvent(
        kind=EventKind.DECISION,
        actor=ActorType.HUMAN,
        occurred_at=turn.now,
        event_id=event_id_of(turn.handle),
        body=body,
    )


def _sometimes(turn: Turn, ruling: Ruling) -> dict[str, Json]:
    """What few decisions have to say; a member that says nothing is left out. Without
    `verified_by` the reviewer was signed in."""
    giver = ruling.delegation.giver if ruling.delegation else None
    said: dict[str, Json] = {
        # Both halves of whom the shop's record will name; the name itself can be erased.
        "reviewer_name_sha256": name_sha256(turn.reviewer).hex() if ruling.final else None,
        "round": turn.handle.round if turn.handle.round > 1 else None,
        "preset": ruling.preset or None,
        "undoes": str(event_id_of(ruling.undoes.handle)) if ruling.undoes else None,
        "bypassed": list(ruling.bypassed) or None,
        "delegated_by": bytes(giver.identity_key).hex() if giver else None,
        "verified_by": str(VerifiedBy.TOKEN) if turn.handle.token_id else None,
        "token": turn.handle.token_id,
        "together": _together(ruling.together),
    }
    return {name: value for name, value in said.items() if value is not None}


def _pays(approved: Sequence[Action]) -> dict[str, Json]:
    """What goes out in money, by kind of step and currency; goods are no money."""
    pays: dict[str, dict[str, int]] = {}
    for one in approved:
        if one.amount_minor and (one.kind in PAYS_OUT or one.cause == GOODWILL):
            of_kind = pays.setdefault(str(one.kind), {})
            of_kind[one.currency] = of_kind.get(one.currency, 0) + one.amount_minor
    return {"pays": pays} if pays else {}


def _together(together: Together | None) -> Json:
    return {"run": str(together.run_id), "orders": together.orders} if together else None


def _salted(note: ReviewNote | None) -> str | None:
    if note is None:
        return None
    return sha256(bytes(note.salt) + note.text.encode()).hexdigest()
