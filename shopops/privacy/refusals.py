"""Why nothing was erased or given: a code, and what to do next. The docstring is the message."""

from http import HTTPStatus

from shopops.review.refusals import DecisionRefused


class PrivacyRefused(DecisionRefused):
    """Nothing was changed. Look at the request as it is now."""

    code = "privacy_refused"
    title = "Nothing was changed"
    status = HTTPStatus.CONFLICT


class OrderWaits(PrivacyRefused):
    """An order waits for a decision. Reject it or handle it outside first, then erase."""

    code = "order_waits"


class DecisionUndoable(PrivacyRefused):
    """A decision about an order can still be undone. Wait until that time is over, then erase."""

    code = "decision_undoable"


class StepUnfinished(PrivacyRefused):
    """A step for an order has not ended. Carry it out, mark it done or give it up, then erase."""

    code = "step_unfinished"


class AlarmOpen(PrivacyRefused):
    """An alarm about an order is open. Resolve it first, then erase."""

    code = "alarm_open"


class AsksForNoErasing(PrivacyRefused):
    """This request asks what is kept, and not to erase it. Nothing was erased: download it."""

    code = "asks_for_no_erasing"


class OrdersChanged(PrivacyRefused):
    """Orders of theirs came since you looked. Nothing was erased: look at the list, then erase."""

    code = "orders_changed"


class AlreadyErased(PrivacyRefused):
    """It was erased before, and nothing of it was taken in since. Nothing is left to do."""

    code = "already_erased"


class AlreadySettled(PrivacyRefused):
    """This request is settled already, or this shop has none like it. See the list."""

    code = "already_settled"


class UnknownOrder(PrivacyRefused):
    """This shop has no order of this number. Type it as the order's page shows it."""

    code = "unknown_order"
    status = HTTPStatus.UNPROCESSABLE_ENTITY


class TooMany(PrivacyRefused):
    """These are too many orders for one step. Run the command that the page shows instead."""

    code = "too_many_orders"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
