"""What people can't do about an effect as it stands: a code, and what to do next."""

from http import HTTPStatus

from django.utils.translation import gettext

from shopops.review.refusals import DecisionRefused


class ExecutionRefused(DecisionRefused):
    """Nothing was changed. Look at the step as it is now."""

    code = "execution_refused"
    title = "Nothing was changed"
    status = HTTPStatus.CONFLICT


class NotAllowed(ExecutionRefused):
    """Only reviewers and admins of this shop may do this. Ask one of them."""

    code = "execution_not_allowed"
    title = "Not allowed"
    status = HTTPStatus.FORBIDDEN


class UnknownEffect(ExecutionRefused):
    """This shop has no such step. Look it up in the list."""

    code = "execution_unknown"
    title = "No such step"
    status = HTTPStatus.NOT_FOUND


class OrderErased(ExecutionRefused):
    """Its order was erased, so nothing is done for it any more. See it in the shop's own admin."""

    code = "execution_order_erased"
    title = "The order was erased"


class MovedOn(ExecutionRefused):
    """It does not stand where it stood when you looked. See where it stands now, then decide."""

    code = "execution_moved_on"
    title = "It has moved on"


class InHand(ExecutionRefused):
    """It is being tried at this moment. Wait until that try has ended, and look again."""

    code = "execution_in_hand"
    title = "Being tried now"


class StillUndoable(ExecutionRefused):
    """The decision can still be taken back. Undo it, or wait until that time is over."""

    code = "execution_still_undoable"
    title = "Not yet"


class NobodyCarriesOut(ExecutionRefused):
    """Nobody can do this from here now. See to its connection in Settings, or do it by hand."""

    code = "execution_nobody"
    title = "Nobody can do it"


class EarlierStepOpen(ExecutionRefused):
    """The step before it is not done. See to that one first; this one follows by itself."""

    code = "execution_earlier_step"
    title = "Another step comes first"


class SourceNotRead(ExecutionRefused):
    """The order can't be read now, so nothing goes out. Test the connection, or try again later."""

    code = "execution_source"
    title = "The order can't be read"
    status = HTTPStatus.BAD_GATEWAY


class StillBarred(ExecutionRefused):
    """What kept it from being carried out still does. Decide the order anew."""

    code = "execution_barred"
    title = "Still not possible"

    def __init__(self, why: str) -> None:
        """`why`: the code that the gate gave."""
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return f"{gettext(type(self).__doc__ or '')} ({self.why})"
