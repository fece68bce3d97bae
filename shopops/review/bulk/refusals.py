"""Why several orders are not previewed or confirmed, or one of them not among the others."""

from http import HTTPStatus

from shopops.review.refusals import DecisionRefused

MOST = 50


class NothingSelected(DecisionRefused):
    """No order is selected. Select some in the queue, then choose what to do with them."""

    code = "nothing_selected"
    title = "Nothing selected"


class TooMany(DecisionRefused):
    """At most 50 orders are decided together. Select fewer, and decide the others afterwards."""

    code = "too_many"
    title = "Too many at once"


class NotConfirmed(DecisionRefused):
    """The sum is above the shop's cap. Say that you mean it, then confirm again."""

    code = "confirmation_required"
    title = "Please confirm the sum"


class NoSuchPreview(DecisionRefused):
    """There is no such preview of yours. Select the orders in the queue again."""

    code = "no_such_preview"
    status = HTTPStatus.NOT_FOUND
    title = "No such preview"


class UnresolvedChoice(DecisionRefused):
    """Somebody has to choose between its alternatives. Open the order and choose one of them."""

    code = "unresolved_choice"
    title = "Needs a choice"
