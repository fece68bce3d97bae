"""What was sent: a field is missing, too long, unknown, or must not be there."""

from collections.abc import Sequence

from shopops.review.refusals.base import DecisionRefused


class ReasonRequired(DecisionRefused):
    """Say why, in a few words. The reason is kept with the decision."""

    code = "reason_required"
    title = "Reason missing"
    field = "reason"


class ReasonTooLong(DecisionRefused):
    """The reason has more than 2,000 characters. Shorten it and send again."""

    code = "reason_too_long"
    title = "Reason too long"
    field = "reason"


class UnknownReason(DecisionRefused):
    """That is not one of the shop's reasons any more. Choose another one, or write your own."""

    code = "unknown_reason"
    title = "No such reason"
    field = "preset"


class OutcomeRequired(DecisionRefused):
    """Say what was done about this order, then send again."""

    code = "outcome_required"
    title = "Outcome missing"
    field = "outcome"


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


class UnknownDecision(DecisionRefused):
    """The form names no decision that there is. Open the order again and decide from its page."""

    code = "unknown_decision"
    title = "No such decision"


class IdentitySupplied(DecisionRefused):
    """The form carried a field that it must not carry. What is decided is known from its handle."""

    code = "identity_supplied"
    title = "Unexpected field"

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self.names = list(names)
