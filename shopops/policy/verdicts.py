"""What Policy answers, and what it may look at besides pack, proposal and thresholds."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from shopops.policy.rules import RuleId


class Outcome(StrEnum):
    PERMIT = "permit"
    NEEDS_APPROVAL = "needs_approval"
    DENY = "deny"


STRICTNESS = (Outcome.PERMIT, Outcome.NEEDS_APPROVAL, Outcome.DENY)


class RuleResult(Struct, frozen=True, kw_only=True):
    """One rule's answer. `numbers`: what was compared, by name (minor units, counts, hours)."""

    rule: RuleId
    outcome: Outcome
    reason: str  # stable code: "above_cap", "no_cap", "within_remaining"
    numbers: dict[str, int | str | None] = {}


class Verdict(Struct, frozen=True, kw_only=True):
    """The answer for one action: the strictest of its rule results."""

    action_index: int
    outcome: Outcome
    results: list[RuleResult]
    thresholds_version: int


class LiveRemedy(Struct, frozen=True, kw_only=True):
    """A remedy of an earlier proposal on the same order that is approved, held or done.

    `in_source`: the pack's money already shows this refund, so MON-2 must not count it again.
    `revision`: of the proposal that it was approved with.
    """

    action_id: str
    kind: str
    cause: str
    line_ids: list[str]
    shipment_ids: list[str] = []
    transaction_id: str | None = None
    amount_minor: int | None = None
    currency: str | None = None
    in_source: bool = False
    revision: int | None = None


class Approval(Struct, frozen=True, kw_only=True):
    """Who approves what: given only when a decision is judged.

    Covers exactly the actions whose index is a key of `approved_amounts`. The payee of a refund
    is its transaction id; every other action has none. `editors`: people who changed what was
    proposed.
    """

    approver: str
    proposer: str
    approvers_before: list[str]
    approved_digest: str
    proposal_digest: str
    approved_amounts: dict[str, int | None] = {}  # action index -> what the approver saw
    approved_payees: dict[str, str | None] = {}
    editors: list[str] = []


class Context(Struct, frozen=True, kw_only=True):
    """Facts from outside the pack, stored with the verdict so that it can be replayed."""

    now: datetime
    resolvable_evidence_ids: frozenset[str]
    live_remedies: list[LiveRemedy] = []
    suppressed_channels: frozenset[str] = frozenset()
    goodwill_given_at: list[datetime] = []
    approval: Approval | None = None
