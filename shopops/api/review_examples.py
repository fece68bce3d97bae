"""What the OpenAPI document shows for the review endpoints; a test holds each to its shape."""

from typing import Any

HASH = "9f2c" * 16
HANDLE = "Zl0X0b0mBq1Yk2n3w4x5c6v7b8n9m0q1w2e3r4t5y6u"
PREVIEW_ID = "0d2f7a52-6d0e-4a52-9d0c-6a3b8f1d2c4e"
MAYA = {"id": 7, "name": "Maya Lind"}
SEEN = "2026-03-18T12:00:00Z"

SUMMARY: dict[str, Any] = {
    "id": 31,
    "order_id": "O-1001",
    "order_number": "#1001",
    "revision": 2,
    "digest": HASH,
    "headline": "Parcel stalled 9 days",
    "track": "exception",
    "cause": "stalled",
    "blocked_reasons": [],
    "review_status": "pending",
    "amount_minor": 12900,
    "currency": "USD",
    "rule_ids": ["APR-1"],
    "waiting_since": "2026-03-18T09:00:00Z",
    "due_at": "2026-03-19T09:00:00Z",
    "overdue": False,
    "decided_at": None,
    "held_by": None,
}
PAGE = {"review_items": [SUMMARY], "next_cursor": "MTc3MzgyMzIwMDAwMDAwMC0zMQ"}
RULE = {
    "rule": "APR-1",
    "outcome": "needs_approval",
    "reason": "above_cap",
    "numbers": {"amount": 12900, "cap": 5000},
}
ACTION = {
    "index": 2,
    "kind": "propose_refund",
    "cause": "stalled",
    "alternative": "remedy:s1",
    "amount_minor": 12900,
    "currency": "USD",
    "transaction_id": "t1",
    "shipment_ids": ["s1"],
    "requires_approval": True,
    "approved": False,
    "execution_status": "none",
    "evidence_ids": ["pay:t1", "ship:s1"],
    "body_outline": [],
    "outline_texts": {},
    "outline_drafts": {},
}
DETAIL: dict[str, Any] = {
    **SUMMARY,
    "can_proceed": True,
    "thresholds_version": 1,
    "created_at": "2026-03-18T09:00:00Z",
    "expires_at": "2026-04-01T09:00:00Z",
    "edit_of": None,
    "superseded_by": None,
    "acts_for": MAYA,
    "allowed_decisions": ["approve", "edit", "reject", "respond"],
    "can_decide": True,
    "cannot_decide_reason": None,
    "hindrances": [],
    "bypassable": [],
    "approvals_required": 1,
    "approvals_given": 0,
    "decision_handle": HANDLE,
    "claim": None,
    "question": None,
    "missing_facts": [],
    "reject_reasons": ["The amount is wrong"],
    "evidence": [
        {
            "id": "ship:s1",
            "source_object": "tracker/trk_1",
            "json_path": "$.status",
            "payload_sha256": HASH,
            "value_sha256": HASH,
            "occurred_at": "2026-03-09T08:00:00Z",
            "received_at": "2026-03-18T08:55:00Z",
        }
    ],
    "actions": [ACTION],
    "verdicts": [
        {"action": 2, "outcome": "needs_approval", "thresholds_version": 1, "results": [RULE]}
    ],
    "decisions": [],
}
DECISION = {"handle": HANDLE, "decision": "approve", "actions": [2]}
DECIDED = {
    "decision": "approve",
    "final": True,
    "review_item": 31,
    "review_status": "approved",
    "next_item": 31,
    "decided_by": MAYA,
    "verified_by": "token",
    "decided_at": SEEN,
    "undo_until": "2026-03-18T12:10:00Z",
    "event_id": "7d4f2a90-5f3e-4d1b-8a57-2c9e6b1d0f34",
}
CLAIMED = {"claim": {"holder": MAYA, "until": "2026-03-18T12:15:00Z"}}
RELEASED = {"claim": None}
ASSIGN = {"to": 7}
PEOPLE = {"people": [MAYA]}
BULK = {"decision": "approve", "review_items": [31, 32], "prefer": "propose_refund"}
BULK_LINE = {
    "review_item": 31,
    "next_item": 31,
    "order_number": "#1001",
    "headline": "Parcel stalled 9 days",
    "actions": [0, 2],
    "amounts": {"USD": 12900},
    "result": "ready",
    "code": None,
    "detail": None,
}
BARRED = {
    **BULK_LINE,
    "review_item": 32,
    "next_item": 32,
    "order_number": "#1002",
    "actions": [],
    "amounts": {},
    "result": "barred",
    "code": "not_assignee",
    "detail": "Somebody else works on this order. It is with Leo Park.",
}
BULK_RUN: dict[str, Any] = {
    "preview": PREVIEW_ID,
    "decision": "approve",
    "confirmed_at": None,
    "unknown": 0,
    "sums": {"USD": 12900},
    "above_cap": True,
    "items": [BULK_LINE, BARRED],
}
BULK_CONFIRM = {"sure": True, "reason": "Agreed with the carrier"}
BULK_DONE = {
    **BULK_RUN,
    "confirmed_at": SEEN,
    "above_cap": False,
    "items": [{**BULK_LINE, "result": "decided"}, BARRED],
}
IDEMPOTENCY_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": (
        "New for each decision, the same when the request is sent again: it then gets the same "
        "answer, for a day. With another body it is refused."
    ),
    "example": "b7a0c3de-52f1-4c8e-9d1a-7f20c2a4e611",
}


def shown(status: int, example: Any) -> dict[str, Any]:
    """An answer's example, as `openapi_extra` takes it."""
    return {"responses": {status: {"content": {"application/json": {"example": example}}}}}
