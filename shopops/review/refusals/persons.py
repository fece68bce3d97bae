"""Who may: this person may not, not alone, or not while somebody else has it."""

from http import HTTPStatus

from django.utils.translation import gettext as _

from shopops.review.refusals.base import DecisionRefused


class NotReviewer(DecisionRefused):
    """Your role may read but not decide. Ask an administrator of the shop for the role Reviewer."""

    code = "not_reviewer"
    status = HTTPStatus.FORBIDDEN
    title = "Not allowed to decide"


class NotDecider(DecisionRefused):
    """Only the person who decided, or an administrator of the shop, takes a decision back."""

    code = "not_decider"
    status = HTTPStatus.FORBIDDEN
    title = "Not your decision"


class NotAdmin(DecisionRefused):
    """Only an administrator of the shop sets a rule aside, and says why."""

    code = "not_admin"
    status = HTTPStatus.FORBIDDEN
    title = "Not allowed to set rules aside"


class NotAssignee(DecisionRefused):
    """Somebody else works on this order. Ask them, or an administrator to assign it to you."""

    code = "not_assignee"
    status = HTTPStatus.CONFLICT
    title = "Somebody else has it"

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder
        self.sentences = [_("It is with {holder}.").format(holder=holder)]


class MayNotAssign(DecisionRefused):
    """Only an administrator of the shop gives an order to somebody. You may take or release it."""

    code = "may_not_assign"
    status = HTTPStatus.FORBIDDEN
    title = "Not allowed to assign"


class UnknownAssignee(DecisionRefused):
    """Nobody of that name decides in this shop any more. Choose somebody from the list."""

    code = "unknown_assignee"
    title = "No such colleague"


class HandleUnknown(DecisionRefused):
    """This form was not made for you. Open the order and decide from its own page."""

    code = "handle_unknown"
    status = HTTPStatus.FORBIDDEN
    title = "Not your form"


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


class NothingToBypass(DecisionRefused):
    """No rule stands in your way here, so there is none to set aside. Approve it as usual."""

    code = "nothing_to_bypass"
    title = "Nothing to set aside"
