"""A small order for the policy tests: 129.00 USD captured by t1, parcel s1 stalled, all known."""

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from shopops.agents.facts import Evidence, FactKind, Field, Pack, Parcel, Scalar, TransactionMoney
from shopops.agents.proposal import GOODWILL, Action, ActionKind, Proposal, Track
from shopops.agents.thresholds import Thresholds
from shopops.policy import decide
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Approval, Context, LiveRemedy, RuleResult, Verdict

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
CITED = ["oms:order_total", "ship:s1"]


def fact(value: Scalar) -> Field:
    return Field(kind=FactKind.FACT, value=value)


def inference(value: Scalar) -> Field:
    return Field(kind=FactKind.INFERENCE, value=value, confidence=0.9)


UNKNOWN = Field(kind=FactKind.UNKNOWN)


def a_transaction(**changes: Any) -> TransactionMoney:
    whole = {"id": "t1", "currency": "USD", "captured": 12900, "refunded": 0, "reserved": 0}
    return TransactionMoney(**{**whole, "evidence_ids": ["pay:t1"], **changes})


def a_parcel(**changes: Any) -> Parcel:
    whole = {"id": "s1", "exception_likely": inference(value=True), "status": "in_transit"}
    return Parcel(**{**whole, **changes})


def evidence(short_id: str, received_at: datetime = NOW) -> Evidence:
    return Evidence(
        id=short_id,
        source_object="order:shop/O-1",
        json_path="$",
        payload_sha256="0" * 64,
        value_sha256="0" * 64,
        received_at=received_at,
    )


def a_pack(*, fields: dict[str, Field] | None = None, **changes: Any) -> Pack:
    known = {
        "order_total": fact(12900),
        "order_currency": fact("USD"),
        "ship_to": fact("US"),
        "ship_to_complete": fact(value=True),
        "opted_out": fact(value=False),
        "requester_matched": fact(value=True),
    }
    whole: dict[str, Any] = {
        "tenant": "shop",
        "order_id": "O-1",
        "order_number": "1",
        "built_at": NOW,
        "thresholds_version": 1,
        "parcels": [a_parcel()],
        "lines": [],
        "money": [a_transaction()],
        "money_conflicts": [],
        "evidence": {short: evidence(short) for short in CITED},
    }
    return Pack(fields={**known, **(fields or {})}, **{**whole, **changes})


def an_action(kind: ActionKind, **changes: Any) -> Action:
    whole = {"evidence_ids": CITED, "requires_approval": False, "cause": "stalled"}
    return Action(kind=kind, **{**whole, **changes})


def a_mail(**changes: Any) -> Action:
    return an_action(ActionKind.DRAFT_EMAIL, **{"channel": "email", **changes})


def a_refund(minor: Any, **changes: Any) -> Action:
    whole = {"amount_minor": minor, "currency": "USD", "transaction_id": "t1"}
    return an_action(ActionKind.PROPOSE_REFUND, **{**whole, **changes})


def a_reship(**changes: Any) -> Action:
    return an_action(ActionKind.PROPOSE_RESHIP, **{"shipment_ids": ["s1"], **changes})


def a_credit(minor: Any, **changes: Any) -> Action:
    whole = {"amount_minor": minor, "currency": "USD"}
    return an_action(ActionKind.PROPOSE_STORE_CREDIT, **{**whole, **changes})


def a_gift(minor: Any, **changes: Any) -> Action:
    """Goodwill: a store credit that answers no loss."""
    return a_credit(minor, **{"cause": GOODWILL, **changes})


def a_person() -> Action:
    return an_action(ActionKind.AWAIT_HUMAN, requires_approval=True)


def a_proposal(*actions: Action, **changes: Any) -> Proposal:
    whole = {"tenant": "shop", "order_id": "O-1", "track": Track.EXCEPTION, "cause": "stalled"}
    return Proposal(actions=list(actions), blocked_reasons=[], rationale=[], **{**whole, **changes})


def a_context(**changes: Any) -> Context:
    whole = {"now": NOW, "resolvable_evidence_ids": frozenset(CITED)}
    return Context(**{**whole, **changes})


def a_live(kind: str = "propose_refund", **changes: Any) -> LiveRemedy:
    whole = {"action_id": "7", "cause": "stalled", "line_ids": []}
    return LiveRemedy(kind=kind, **{**whole, **changes})


def an_approval(proposal: Proposal, *indexes: int, **changes: Any) -> Approval:
    """Maya approves these actions as they stand in the proposal."""
    named = {str(index): proposal.actions[index] for index in indexes}
    whole: dict[str, Any] = {
        "approver": "maya",
        "proposer": "agent",
        "approvers_before": [],
        "approved_digest": "d1",
        "proposal_digest": "d1",
        "approved_amounts": {key: action.amount_minor for key, action in named.items()},
        "approved_payees": {key: action.transaction_id for key, action in named.items()},
    }
    return Approval(**{**whole, **changes})


def judge(
    *actions: Action,
    pack: Pack | None = None,
    proposal: Proposal | None = None,
    thresholds: Thresholds | None = None,
    context: Context | None = None,
) -> list[Verdict]:
    return decide(
        pack=pack or a_pack(),
        proposal=proposal or a_proposal(*actions),
        thresholds=thresholds or Thresholds(),
        context=context or a_context(),
    )


def judge_approved(
    proposal: Proposal, *indexes: int, thresholds: Thresholds | None = None, **changes: Any
) -> list[Verdict]:
    """The verdicts when these actions are approved; `changes` go into the approval."""
    approval = an_approval(proposal, *indexes, **changes)
    context = a_context(approval=approval)
    return judge(proposal=proposal, thresholds=thresholds, context=context)


def answer(verdict: Verdict, rule: RuleId) -> RuleResult | None:
    return next((result for result in verdict.results if result.rule == rule), None)


def reason(verdict: Verdict, rule: RuleId) -> tuple[str, str] | None:
    """Outcome and reason of one rule, None when it was not judged."""
    found = answer(verdict, rule)
    return None if found is None else (found.outcome.value, found.reason)


def aged(pack: Pack, age: timedelta) -> Pack:
    """The same pack with all of its evidence received that long ago."""
    rows = {short: evidence(short, NOW - age) for short in pack.evidence}
    return replace(pack, evidence=rows)
