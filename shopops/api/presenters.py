"""Stored proposals as the shapes of `schemas`."""

from typing import Any

from shopops.api import schemas
from shopops.proposals.models import Action, Evidence, Proposal, Verdict


def summary(proposal: Proposal) -> schemas.ProposalSummary:
    return schemas.ProposalSummary(**_summary_members(proposal))


def detail(proposal: Proposal) -> schemas.ProposalDetail:
    """Needs `pack__evidence_rows`, `actions__evidence_links__evidence`, `actions__verdicts`."""
    return schemas.ProposalDetail(
        **_summary_members(proposal),
        rationale=proposal.rationale,
        fields=proposal.pack.body["fields"],
        evidence=[evidence(row) for row in proposal.pack.evidence_rows.all()],
        actions=[_action(action) for action in proposal.actions.all()],
    )


def _summary_members(proposal: Proposal) -> dict[str, Any]:
    same_name = (
        "id order_id revision track cause can_proceed blocked_reasons review_status amount_minor "
        "thresholds_version created_at"
    )
    members = {name: getattr(proposal, name) for name in same_name.split()}
    return members | {
        "digest": bytes(proposal.digest).hex(),
        "currency": proposal.currency or None,
    }


def evidence(row: Evidence) -> schemas.EvidenceOut:
    return schemas.EvidenceOut(
        id=row.short_id,
        source_object=row.source_object,
        json_path=row.json_path,
        payload_sha256=bytes(row.payload_sha256).hex(),
        value_sha256=bytes(row.value_sha256).hex(),
        occurred_at=row.occurred_at,
        received_at=row.received_at,
    )


def _action(action: Action) -> schemas.ActionOut:
    newest = newest_verdict(action)
    return schemas.ActionOut(
        index=action.index,
        kind=action.kind,
        cause=action.cause,
        alternative=action.alternative or None,
        amount_minor=action.amount_minor,
        currency=action.currency or None,
        requires_approval=action.requires_approval,
        execution_status=action.execution_status,
        evidence_ids=[link.evidence.short_id for link in action.evidence_links.all()],
        body_outline=action.body.get("body_outline", []),
        verdict=None if newest is None else verdict(newest),
    )


def newest_verdict(action: Action) -> Verdict | None:
    return max(action.verdicts.all(), key=lambda row: row.pk, default=None)


def verdict(row: Verdict) -> schemas.VerdictOut:
    return schemas.VerdictOut(
        outcome=row.outcome,
        thresholds_version=row.thresholds_version,
        results=[
            schemas.RuleOut(
                rule=result["rule"],
                outcome=result["outcome"],
                reason=result["reason"],
                numbers=result.get("numbers", {}),
            )
            for result in row.results
        ],
    )
