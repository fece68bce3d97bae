"""What Resolution proposes. Nothing here can be carried out by the room that makes it."""

from enum import StrEnum

from msgspec import Struct

GOODWILL = "goodwill"  # the cause of an action whose amount answers no loss (GDW-1)


class Track(StrEnum):
    STANDARD = "standard"
    EXCEPTION = "exception"
    ESCALATE = "escalate"


class ActionKind(StrEnum):
    DRAFT_EMAIL = "draft_email"
    PROPOSE_RESHIP = "propose_reship"
    PROPOSE_REFUND = "propose_refund"
    PROPOSE_STORE_CREDIT = "propose_store_credit"
    AWAIT_HUMAN = "await_human"


class Action(Struct, kw_only=True):
    """One proposed step.

    `amount_minor`/`currency`: the money at stake, None where there is none. `alternative`: of
    the actions that share a group name at most one *kind* may be approved ("remedy:s1"): a split
    payment gives several refunds of one group, and together they are one choice (alternatives.py).
    `requires_approval`: Resolution's own view; Policy may raise it, never lower it.

    An action whose cause is GOODWILL offers its amount although nothing was lost; Resolution puts
    it on the `draft_email` of a standard update.
    """

    kind: ActionKind
    evidence_ids: list[str]
    requires_approval: bool
    cause: str  # stable code of the trouble answered: "stalled", "cancelled_not_returned"
    amount_minor: int | None = None
    currency: str | None = None
    transaction_id: str | None = None
    shipment_ids: list[str] = []
    line_ids: list[str] = []
    channel: str | None = None
    alternative: str | None = None
    body_outline: list[str] = []  # stable codes of what the mail says; prose comes later


class Proposal(Struct, kw_only=True):
    """A proposal for one pack. `blocked_reasons` is empty unless the track is escalate."""

    tenant: str
    order_id: str
    track: Track
    actions: list[Action]
    blocked_reasons: list[str]
    cause: str
    rationale: list[str]  # stable codes, e.g. "language_default:en"
    known_evidence_ids: frozenset[str] = frozenset()

    @property
    def can_proceed(self) -> bool:
        """Every action cites evidence and each id resolves in the pack; never on escalate."""
        return self.track is not Track.ESCALATE and all(
            action.evidence_ids and self.known_evidence_ids.issuperset(action.evidence_ids)
            for action in self.actions
        )
