"""Review items as the shapes of `review_schemas`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from shopops.api import presenters
from shopops.api import review_schemas as schemas
from shopops.api.review_allowed import allowed, approvals_needed, why_not
from shopops.proposals.models import Action, Proposal
from shopops.proposals.outline_text import Words, is_text, words_of
from shopops.review.config import ReviewConfig
from shopops.review.detail.page import Detail
from shopops.review.detail.standing import Standing
from shopops.review.due import due_at
from shopops.review.models import Claim, Decision
from shopops.review.recording import event_id_of
from shopops.review.rows import Row
from shopops.review.statuses import UNSETTLED
from shopops.tenants.models import Membership

# An event's row says the same: a decision without a token was made by somebody signed in.
TOKEN, SIGNED_IN = "token", "signed_in"


def person(member: Membership) -> schemas.PersonOut:
    return schemas.PersonOut(id=member.pk, name=member.display_name)


def claim(found: Claim | None) -> schemas.ClaimOut | None:
    if found is None:
        return None
    return schemas.ClaimOut(holder=person(found.holder), until=found.lease_until)


def summary(
    row: Proposal, listed: Row, now: datetime, config: ReviewConfig
) -> schemas.ReviewItemSummary:
    members = _summary_members(row, listed.headline, listed.holder, now, config)
    return schemas.ReviewItemSummary(**members)


def detail(
    found: Detail, here: Standing, member: Membership | None, handle: str | None, now: datetime
) -> schemas.ReviewItemDetail:
    """Needs `pack__evidence_rows` and `actions__evidence_links__evidence` of its proposal.
    `member`: whom the token acts for."""
    row = found.proposal
    held_by = here.claim.holder.display_name if here.claim and found.waits else ""
    return schemas.ReviewItemDetail(
        **_summary_members(row, found.headline, held_by, now, here.config),
        **_standing_members(found, here, member),
        can_proceed=row.can_proceed,
        thresholds_version=row.thresholds_version,
        created_at=row.created_at,
        edit_of=row.edit_of_id,
        superseded_by=row.superseded_by_id,
        decision_handle=handle,
        question=_question(here.question),
        evidence=[presenters.evidence(one) for one in row.pack.evidence_rows.all()],
        actions=_actions(found),
        verdicts=_verdicts(found),
        decisions=[_decision(one) for one in found.decisions],
    )


def decided(decision: Decision, standing_id: int) -> schemas.DecisionOut:
    """Needs `proposal`, `membership` and `handle`."""
    row = decision.proposal
    return schemas.DecisionOut(
        decision=decision.kind,
        final=decision.final,
        review_item=row.pk,
        review_status=row.review_status,
        next_item=standing_id,
        decided_by=person(decision.membership),
        verified_by=TOKEN if decision.handle.token_id else SIGNED_IN,
        decided_at=decision.decided_at,
        undo_until=decision.undo_until,
        event_id=str(event_id_of(decision.handle)),
    )


def _summary_members(
    row: Proposal, said: str, held_by: str, now: datetime, config: ReviewConfig
) -> dict[str, Any]:
    same_name = (
        "id order_id order_number revision track cause blocked_reasons review_status amount_minor "
        "rule_ids waiting_since decided_at"
    )
    members = {name: getattr(row, name) for name in same_name.split()}
    waits = row.review_status in UNSETTLED and row.waiting_since is not None
    due = due_at(row.waiting_since, config) if waits and row.waiting_since else None
    return members | {
        "digest": bytes(row.digest).hex(),
        "headline": said,
        "currency": row.currency or None,
        "due_at": due,
        "overdue": due is not None and due <= now,
        "held_by": held_by or None,
    }


def _standing_members(found: Detail, here: Standing, member: Membership | None) -> dict[str, Any]:
    may = allowed(found, here, member)
    reason = why_not(found, here, member, may)
    return {
        "acts_for": None if member is None else person(member),
        "allowed_decisions": [str(kind) for kind in may],
        "can_decide": reason is None,
        "cannot_decide_reason": None
        if reason is None
        else schemas.ReasonOut(code=reason.code, detail=reason.detail),
        "hindrances": [
            schemas.HindranceOut(code=one.code, detail=one.sentence, blocks=one.blocks)
            for one in here.hindrances
            if member is not None
        ],
        "bypassable": list(here.bypass),
        "approvals_required": approvals_needed(found),
        "approvals_given": len(found.given),
        "expires_at": here.expires_at,
        "claim": claim(here.claim),
        "missing_facts": [str(name) for name in here.missing],
        "reject_reasons": list(here.config.reject_reasons),
    }


def _question(asked: Decision | None) -> str | None:
    """None where nobody asked, or where the text was erased."""
    note = getattr(asked, "note", None)
    return None if note is None else str(note.text)


def _actions(found: Detail) -> list[schemas.ReviewActionOut]:
    written = any(
        is_text(point) for one in found.actions for point in one.body.get("body_outline", [])
    )
    words = words_of(found.proposal) if written else {}
    return [_action(one, words) for one in found.actions]


def _action(action: Action, words: Mapping[str, Words]) -> schemas.ReviewActionOut:
    outline = action.body.get("body_outline", [])
    return schemas.ReviewActionOut(
        index=action.index,
        kind=action.kind,
        cause=action.cause,
        alternative=action.alternative or None,
        amount_minor=action.amount_minor,
        currency=action.currency or None,
        transaction_id=action.body.get("transaction_id"),
        shipment_ids=action.body.get("shipment_ids", []),
        requires_approval=action.requires_approval,
        approved=action.approved,
        execution_status=action.execution_status,
        evidence_ids=[link.evidence.short_id for link in action.evidence_links.all()],
        body_outline=outline,
        outline_texts={point: words[point].text for point in outline if point in words},
        outline_drafts={
            point: schemas.OutlineDraftOut(model=drafted.model, changed=drafted.changed)
            for point in outline
            if point in words and (drafted := words[point].drafted)
        },
    )


def _verdicts(found: Detail) -> list[schemas.ActionVerdictOut]:
    newest = [(one, presenters.newest_verdict(one)) for one in found.actions]
    return [
        schemas.ActionVerdictOut(action=action.index, **dict(presenters.verdict(verdict)))
        for action, verdict in newest
        if verdict is not None
    ]


def _decision(one: Decision) -> schemas.DecisionMade:
    return schemas.DecisionMade(
        decision=one.kind,
        by=person(one.membership),
        decided_at=one.decided_at,
        final=one.final,
        round=one.round,
        actions=one.action_indexes,
        undo_until=one.undo_until,
    )
