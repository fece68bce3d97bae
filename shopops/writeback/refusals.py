"""Why a note can't be written again as things stand: a code, and what to do next."""

from http import HTTPStatus

from shopops.execution.refusals import ExecutionRefused


class NotMissing(ExecutionRefused):
    """No such note belongs on this order any more. Look at the list as it is now."""

    code = "note_not_wanted"
    title = "Nothing was written"


class NoteOpen(ExecutionRefused):
    """The note is under way or failed. See to it under Executions."""

    code = "note_open"
    title = "Nothing was written"


class StillThere(ExecutionRefused):
    """The note is in the shop. Remove a wrong one there first."""

    code = "note_still_there"
    title = "Nothing was written"


class RecordNotRead(ExecutionRefused):
    """The shop's notes can't be read now, so nobody knows whether it is there. Try again later."""

    code = "note_record_not_read"
    title = "Nothing was written"
    status = HTTPStatus.BAD_GATEWAY
