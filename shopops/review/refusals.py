"""Why a decision was not taken: a stable code, an HTTP status, and a sentence that helps."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import ClassVar

from shopops.review.changes import Change

NO_FIELDS: Mapping[str, str] = {}


class DecisionRefused(Exception):
    """Nothing was decided."""

    code: ClassVar[str] = "refused"
    status: ClassVar[HTTPStatus] = HTTPStatus.UNPROCESSABLE_ENTITY
    title: ClassVar[str] = "Not decided"
    field: str = ""  # of the form that was sent, the one that it is about
    sentences: Sequence[str] = ()

    @property
    def wrong(self) -> Mapping[str, str]:
        """What is said beside which fields of the form that was sent."""
        return {self.field: " ".join(self.sentences) or str(self)} if self.field else {}

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


class Lapsed(DecisionRefused):
    """Nobody decided in time, so this proposal expired. Have it proposed again, then decide."""

    code = "expired"
    status = HTTPStatus.GONE
    title = "Expired"

    def __init__(self, proposal_id: int | None = None) -> None:
        """`proposal_id`: it is over by the clock, and nobody has marked it so yet."""
        super().__init__(proposal_id)
        self.proposal_id = proposal_id


class NotExpired(DecisionRefused):
    """This proposal has not expired, so there is nothing to propose again."""

    code = "not_expired"
    status = HTTPStatus.CONFLICT
    title = "Not expired"


class WaitsForAnswer(DecisionRefused):
    """Somebody asked for information about it. Take the question back before you go on."""

    code = "waits_for_answer"
    status = HTTPStatus.CONFLICT
    title = "A question is open"


class NoQuestion(DecisionRefused):
    """No question is open here any more. Look at the order again."""

    code = "no_question"
    status = HTTPStatus.CONFLICT
    title = "No question is open"


class NotDecided(DecisionRefused):
    """There is no decision to take back: the order waits for one."""

    code = "not_decided"
    status = HTTPStatus.CONFLICT
    title = "Nothing to take back"


class UndoOver(DecisionRefused):
    """The time to take this decision back is over."""

    code = "undo_over"
    status = HTTPStatus.GONE
    title = "Too late to undo"


class ExecutionBegan(DecisionRefused):
    """An approved step has begun already, so the decision can't be taken back any more."""

    code = "execution_began"
    status = HTTPStatus.CONFLICT
    title = "Already being carried out"


class NotDecider(DecisionRefused):
    """Only the person who decided, or an administrator of the shop, takes a decision back."""

    code = "not_decider"
    status = HTTPStatus.FORBIDDEN
    title = "Not your decision"


class NotAssignee(DecisionRefused):
    """Somebody else works on this order. Ask them, or an administrator to assign it to you."""

    code = "not_assignee"
    status = HTTPStatus.CONFLICT
    title = "Somebody else has it"

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder
        self.sentences = [f"It is with {holder}."]


class NotWaiting(DecisionRefused):
    """This order waits for nobody any more, so there is nothing to take or to assign."""

    code = "not_waiting"
    status = HTTPStatus.CONFLICT
    title = "Nothing waits here"


class MayNotAssign(DecisionRefused):
    """Only an administrator of the shop gives an order to somebody. You may take or release it."""

    code = "may_not_assign"
    status = HTTPStatus.FORBIDDEN
    title = "Not allowed to assign"


class UnknownAssignee(DecisionRefused):
    """Nobody of that name decides in this shop any more. Choose somebody from the list."""

    code = "unknown_assignee"
    title = "No such colleague"


class NoSuchOrder(DecisionRefused):
    """This shop has no such order."""

    code = "no_such_order"
    status = HTTPStatus.NOT_FOUND
    title = "No such order"


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
    """This amount needs two people who did not make the proposal, and you can't be one of them."""

    code = "four_eyes"
    status = HTTPStatus.FORBIDDEN
    title = "A second person must decide"


class OverLimit(DecisionRefused):
    """The amount is above what you may approve. Ask somebody with a higher limit."""

    code = "over_limit"
    status = HTTPStatus.FORBIDDEN
    title = "Above your limit"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentences = [sentence]


class SecondFactorMissing(DecisionRefused):
    """Such an amount takes a second factor, and you have none. Set one up, then decide again."""

    code = "second_factor_required"
    status = HTTPStatus.FORBIDDEN
    title = "Second factor needed"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentences = [sentence]


class NotConfirmedAgain(DecisionRefused):
    """It is a while since you signed in, and this amount is above the second cap. Sign in again."""

    code = "sign_in_again"
    status = HTTPStatus.FORBIDDEN
    title = "Confirm that it is you"


class NotAdmin(DecisionRefused):
    """Only an administrator of the shop sets a rule aside, and says why."""

    code = "not_admin"
    status = HTTPStatus.FORBIDDEN
    title = "Not allowed to set rules aside"


class Expired(DecisionRefused):
    """The page was open for too long. Look at the order again and decide from the fresh page."""

    code = "handle_expired"
    status = HTTPStatus.GONE
    title = "Page expired"


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


class OutcomeRequired(DecisionRefused):
    """Say what was done about this order, then send again."""

    code = "outcome_required"
    title = "Outcome missing"
    field = "outcome"


class EvidenceMissing(DecisionRefused):
    """An action that you chose cites evidence that is not there, so it cannot be approved."""

    code = "evidence_missing"
    title = "Evidence missing"


class PolicyDenies(DecisionRefused):
    """The shop's policy forbids an action that you chose. Choose another one, or reject."""

    code = "policy_denies"
    title = "Forbidden by policy"

    def __init__(self, sentences: Sequence[str], fields: Mapping[str, str] = NO_FIELDS) -> None:
        """`fields`: which of the sentences an edit's field is to blame for."""
        super().__init__(sentences, fields)
        self.sentences, self.fields = list(sentences), fields

    @property
    def wrong(self) -> Mapping[str, str]:
        return self.fields


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


class NothingToBypass(DecisionRefused):
    """No rule stands in your way here, so there is none to set aside. Approve it as usual."""

    code = "nothing_to_bypass"
    title = "Nothing to set aside"


class UnknownReason(DecisionRefused):
    """That is not one of the shop's reasons any more. Choose another one, or write your own."""

    code = "unknown_reason"
    title = "No such reason"
    field = "preset"


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
