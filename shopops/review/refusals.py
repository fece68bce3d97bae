"""Why a decision was not taken: a stable code, an HTTP status, and a sentence that helps."""

from collections.abc import Sequence
from datetime import datetime
from http import HTTPStatus
from typing import ClassVar

from shopops.review.changes import Change


class DecisionRefused(Exception):
    """Nothing was decided."""

    code: ClassVar[str] = "refused"
    status: ClassVar[HTTPStatus] = HTTPStatus.UNPROCESSABLE_ENTITY
    title: ClassVar[str] = "Not decided"

    def __str__(self) -> str:
        return type(self).__doc__ or self.title


class AlreadyDecided(DecisionRefused):
    """Somebody was faster. Your decision changed nothing."""

    code = "already_decided"
    status = HTTPStatus.CONFLICT
    title = "Already decided"

    def __init__(self, status_label: str, by: str | None, at: datetime | None) -> None:
        super().__init__(status_label, by, at)
        self.status_label, self.by, self.at = status_label, by, at


class Stale(DecisionRefused):
    """What you saw is no longer what is known. Nothing was decided; look at the new proposal."""

    code = "stale"
    status = HTTPStatus.CONFLICT
    title = "Changed since you opened it"

    def __init__(
        self, changes: Sequence[Change], *, order_id: str, replaced_by: int | None = None
    ) -> None:
        """`replaced_by` None: nobody has proposed anew for the order yet."""
        super().__init__(changes, order_id, replaced_by)
        self.changes, self.order_id, self.replaced_by = list(changes), order_id, replaced_by


class HandleUsed(DecisionRefused):
    """This form was sent before and counted once. It was not counted again."""

    code = "handle_used"
    status = HTTPStatus.CONFLICT
    title = "Already sent"


class ChoiceDiffers(DecisionRefused):
    """The first approval was for other actions. Approve the same ones, or reject the proposal."""

    code = "choice_differs"
    status = HTTPStatus.CONFLICT
    title = "Not the same choice"


class HandleUnknown(DecisionRefused):
    """This form was not made for you. Open the order and decide from its own page."""

    code = "handle_unknown"
    status = HTTPStatus.FORBIDDEN
    title = "Not your form"


class NotReviewer(DecisionRefused):
    """Your role may read but not decide. Ask an administrator of the shop for the role Reviewer."""

    code = "not_reviewer"
    status = HTTPStatus.FORBIDDEN
    title = "Not allowed to decide"


class FourEyes(DecisionRefused):
    """This amount needs two different people, and you are one of them already."""

    code = "four_eyes"
    status = HTTPStatus.FORBIDDEN
    title = "A second person must decide"


class Expired(DecisionRefused):
    """The page was open for too long. Look at the order again and decide from the fresh page."""

    code = "expired"
    status = HTTPStatus.GONE
    title = "Page expired"


class ReasonRequired(DecisionRefused):
    """Say why, in a few words. The reason is kept with the decision."""

    code = "reason_required"
    title = "Reason missing"


class ReasonTooLong(DecisionRefused):
    """The reason has more than 2,000 characters. Shorten it and send again."""

    code = "reason_too_long"
    title = "Reason too long"


class OutcomeRequired(DecisionRefused):
    """Say what was done about this order, then send again."""

    code = "outcome_required"
    title = "Outcome missing"


class EvidenceMissing(DecisionRefused):
    """An action that you chose cites evidence that is not there, so it cannot be approved."""

    code = "evidence_missing"
    title = "Evidence missing"


class PolicyDenies(DecisionRefused):
    """The shop's policy forbids an action that you chose. Choose another one, or reject."""

    code = "policy_denies"
    title = "Forbidden by policy"

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__(sentences)
        self.sentences = list(sentences)


class NothingChosen(DecisionRefused):
    """Choose at least one action to approve, or reject the proposal."""

    code = "nothing_chosen"
    title = "Nothing chosen"


class UnknownAction(DecisionRefused):
    """The proposal has no such action. Open the order again and choose from its own page."""

    code = "unknown_action"
    title = "No such action"


class OneAlternative(DecisionRefused):
    """Send again and refund answer the same trouble. Choose one of them, not both."""

    code = "one_alternative"
    title = "Choose one"


class NeedsPerson(DecisionRefused):
    """This can't be approved, because a person has to act. Do so, then record what was done."""

    code = "needs_person"
    title = "Nothing to approve"


class NotEscalated(DecisionRefused):
    """Only what waits for a person can be recorded as handled outside. Approve or reject this."""

    code = "not_escalated"
    title = "Not an escalation"


class UnknownDecision(DecisionRefused):
    """Decide by approving, rejecting or recording what was done outside."""

    code = "unknown_decision"
    title = "No such decision"


class IdentitySupplied(DecisionRefused):
    """The form carried a field that it must not carry. What is decided is known from its handle."""

    code = "identity_supplied"
    title = "Unexpected field"

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self.names = list(names)
