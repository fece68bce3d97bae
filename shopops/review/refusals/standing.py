"""What became of it: decided, changed, over or not there, so this can't be done any more."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus

from django.utils.translation import gettext, gettext_noop

from shopops.review.changes import Change
from shopops.review.refusals.base import DecisionRefused

TOO_MUCH = gettext_noop("More than can go back")
MAKE_SMALLER = gettext_noop("Make the amount smaller and save again.")
CHANGE_DENIED = gettext_noop(
    "The shop's policy forbids it with this change. Correct it and save again."
)
NO_FIELDS: Mapping[str, str] = {}


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


class NotWaiting(DecisionRefused):
    """This order waits for nobody any more, so there is nothing to take or to assign."""

    code = "not_waiting"
    status = HTTPStatus.CONFLICT
    title = "Nothing waits here"


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


class Expired(DecisionRefused):
    """The page was open for too long. Look at the order again and decide from the fresh page."""

    code = "handle_expired"
    status = HTTPStatus.GONE
    title = "Page expired"


class ChoiceDiffers(DecisionRefused):
    """The first approval was for other actions. Approve the same ones, or reject the proposal."""

    code = "choice_differs"
    status = HTTPStatus.CONFLICT
    title = "Not the same choice"


class NotEscalated(DecisionRefused):
    """Only what waits for a person can be recorded as handled outside. Approve or reject this."""

    code = "not_escalated"
    title = "Not an escalation"


class NeedsPerson(DecisionRefused):
    """This can't be approved, because a person has to act. Do so, then record what was done."""

    code = "needs_person"
    title = "Nothing to approve"


class EvidenceMissing(DecisionRefused):
    """An action that you chose cites evidence that is not there, so it cannot be approved."""

    code = "evidence_missing"
    title = "Evidence missing"


class PolicyDenies(DecisionRefused):
    """The shop's policy forbids an action that you chose. Choose another one, or reject."""

    code = "policy_denies"
    title = "Forbidden by policy"

    def __init__(
        self,
        sentences: Sequence[str],
        fields: Mapping[str, str] = NO_FIELDS,
        *,
        too_much: bool = False,
    ) -> None:
        """`fields`: which of the sentences an edit's field is to blame for. `too_much`: nothing is
        wrong but that an amount is larger than what is left."""
        super().__init__(sentences, fields)
        self.sentences, self.fields, self.too_much = list(sentences), fields, too_much

    @property
    def heading(self) -> str:
        return TOO_MUCH if self.too_much else self.title

    @property
    def wrong(self) -> Mapping[str, str]:
        return self.fields

    def __str__(self) -> str:
        if not self.fields:
            return super().__str__()
        return gettext(MAKE_SMALLER if self.too_much else CHANGE_DENIED)
