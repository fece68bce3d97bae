"""The shapes of the review endpoints. Money: integer minor units of an ISO 4217 currency."""

from datetime import datetime
from uuid import UUID

from ninja import Schema

from shopops.api.schemas import EvidenceOut, RuleOut


class PersonOut(Schema):
    id: int
    name: str


class ClaimOut(Schema):
    """Who works on the order. `until` None: it was assigned, and stays until it is given back."""

    holder: PersonOut
    until: datetime | None


class HindranceOut(Schema):
    """`blocks`: nothing can be approved; else not all of it, or not alone."""

    code: str
    detail: str
    blocks: bool


class ReasonOut(Schema):
    code: str
    detail: str


class ReviewItemSummary(Schema):
    """`id` names one revision of what is proposed for the order."""

    id: int
    order_id: str
    order_number: str
    revision: int
    digest: str
    headline: str
    track: str
    cause: str
    blocked_reasons: list[str]
    review_status: str
    amount_minor: int | None
    currency: str | None
    rule_ids: list[str]
    waiting_since: datetime | None
    due_at: datetime | None
    overdue: bool
    decided_at: datetime | None
    held_by: str | None


class ReviewItemPage(Schema):
    review_items: list[ReviewItemSummary]
    next_cursor: str | None


class OutlineDraftOut(Schema):
    """`model` wrote the first version of a text; `changed`: whoever saved it changed that."""

    model: str
    changed: bool


class ReviewActionOut(Schema):
    """`alternative`: of the actions with the same one at most one kind can be approved.
    `outline_texts`: what people wrote, by its point of the outline; `outline_drafts`: those of them
    that a model began."""

    index: int
    kind: str
    cause: str
    alternative: str | None
    amount_minor: int | None
    currency: str | None
    transaction_id: str | None
    shipment_ids: list[str]
    requires_approval: bool
    approved: bool
    execution_status: str
    evidence_ids: list[str]
    body_outline: list[str]
    outline_texts: dict[str, str]
    outline_drafts: dict[str, OutlineDraftOut]


class ActionVerdictOut(Schema):
    action: int
    outcome: str
    thresholds_version: int
    results: list[RuleOut]


class DecisionMade(Schema):
    """`final` False: it settles nothing, or is the first of two approvals."""

    decision: str
    by: PersonOut
    decided_at: datetime
    final: bool
    round: int
    actions: list[int]
    undo_until: datetime | None


class ReviewItemDetail(ReviewItemSummary):
    """`allowed_decisions`: what the person of the token may send now, and `decision_handle` is what
    it is sent with, once, within hours. `can_decide`: they may approve it, or record it as handled;
    else `cannot_decide_reason` says why not, and `allowed_decisions` what is left."""

    can_proceed: bool
    thresholds_version: int
    created_at: datetime
    expires_at: datetime | None
    edit_of: int | None
    superseded_by: int | None
    acts_for: PersonOut | None
    allowed_decisions: list[str]
    can_decide: bool
    cannot_decide_reason: ReasonOut | None
    hindrances: list[HindranceOut]
    bypassable: list[str]
    approvals_required: int
    approvals_given: int
    decision_handle: str | None
    claim: ClaimOut | None
    question: str | None
    missing_facts: list[str]
    reject_reasons: list[str]
    evidence: list[EvidenceOut]
    actions: list[ReviewActionOut]
    verdicts: list[ActionVerdictOut]
    decisions: list[DecisionMade]


class DecisionOut(Schema):
    """`review_item`: what was decided. `next_item`: the revision that stands for the order now,
    which is another one after an edit, a supplied fact, or a new proposal."""

    decision: str
    final: bool
    review_item: int
    review_status: str
    next_item: int
    decided_by: PersonOut
    verified_by: str
    decided_at: datetime
    undo_until: datetime | None
    event_id: str


class ClaimAnswer(Schema):
    """Who works on the order now; nobody after a release."""

    claim: ClaimOut | None


class People(Schema):
    people: list[PersonOut]


class BulkItemOut(Schema):
    """`result`: ready, half (the first of two approvals), barred; after the confirmation decided,
    half, refused, untried, returned (decided, and taken back since). `amounts`: what it gives away,
    minor units by currency. `code` and `detail`: why it is barred or was refused."""

    review_item: int
    next_item: int
    order_number: str
    headline: str
    actions: list[int]
    amounts: dict[str, int]
    result: str
    code: str | None
    detail: str | None


class BulkOut(Schema):
    """`unknown`: how many of the ids this shop does not have. `sums`: what the items that are not
    barred give away. `above_cap`: the confirmation must say `sure`."""

    preview: UUID
    decision: str
    confirmed_at: datetime | None
    unknown: int
    sums: dict[str, int]
    above_cap: bool
    items: list[BulkItemOut]
