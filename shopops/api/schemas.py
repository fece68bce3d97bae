"""The shapes the API answers with. Money: integer minor units of an ISO 4217 currency."""

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field


class RowError(Schema):
    code: str
    path: str
    reason: str


class ItemResult(Schema):
    """`older`: the stored record is newer by the source's own time, so nothing was changed."""

    index: int
    id: str | None
    status: Literal["created", "updated", "unchanged", "older", "refused"]
    error: RowError | None = None


class BatchResult(Schema):
    results: list[ItemResult]
    refused: int


class ResolveIn(Schema, extra="forbid"):
    order_id: Annotated[str, Field(min_length=1, max_length=255)]


class Resolution(Schema):
    """`change`: created, superseded an older proposal, or unchanged evidence."""

    order_id: str
    proposal_id: int
    revision: int
    change: str
    track: str
    blocked_reasons: list[str]


class ProposalSummary(Schema):
    id: int
    order_id: str
    revision: int
    digest: str
    track: str
    cause: str
    can_proceed: bool
    blocked_reasons: list[str]
    review_status: str
    amount_minor: int | None
    currency: str | None
    thresholds_version: int
    created_at: datetime


class EvidenceOut(Schema):
    id: str
    source_object: str
    json_path: str
    payload_sha256: str
    value_sha256: str
    occurred_at: datetime | None
    received_at: datetime


class RuleOut(Schema):
    rule: str
    outcome: str
    reason: str
    numbers: dict[str, Any]


class VerdictOut(Schema):
    outcome: str
    thresholds_version: int
    results: list[RuleOut]


class ActionOut(Schema):
    index: int
    kind: str
    cause: str
    alternative: str | None
    amount_minor: int | None
    currency: str | None
    requires_approval: bool
    execution_status: str
    evidence_ids: list[str]
    body_outline: list[str]
    verdict: VerdictOut | None


class FieldOut(Schema):
    kind: str
    value: str | int | bool | None
    confidence: float | None
    evidence_ids: list[str]
    reason: str


class ProposalDetail(ProposalSummary):
    rationale: list[str]
    fields: dict[str, FieldOut]
    evidence: list[EvidenceOut]
    actions: list[ActionOut]


class ProposalPage(Schema):
    proposals: list[ProposalSummary]
    next_cursor: str | None


class DerivedOut(Schema):
    """`handle` appends one event, once, before `expires_at`, and can't be shown again."""

    item_key: str
    code: str
    handle: str
    expires_at: datetime


class AlarmEventOut(Schema):
    """The ledger's row, and the item's state after it."""

    event_id: str
    item_key: str
    code: str
    kind: str
    recorded_at: datetime
    status: str
    episode: int
    rings: int
    due_at: datetime | None
    until: datetime | None


class ProblemOut(Schema):
    """RFC 9457 problem details; `code` is stable."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    instance: str
    errors: list[dict[str, Any]] | None = None
