"""Why there is no draft, or why one can't be saved as such."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import ClassVar

from django.utils.translation import gettext as _

from shopops.narrative.faults import Fault
from shopops.narrative.model import Failure
from shopops.review.drafting.words import failed, names
from shopops.review.refusals import DecisionRefused


class DraftUnproven(DecisionRefused):
    """Where this draft comes from can't be told any more: it is older than an hour, or was made for
    another mail. Ask for another one, or write in your own words above."""

    code = "draft_unproven"
    title = "Draft too old"

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class DraftingRefused(Exception):
    """There is no draft. Write it yourself, or try again."""

    code: ClassVar[str] = "no_draft"
    status: ClassVar[HTTPStatus] = HTTPStatus.CONFLICT

    def __str__(self) -> str:
        return _(type(self).__doc__ or self.code)


class SwitchedOff(DraftingRefused):
    """No model drafts words in this shop. An admin can switch it on under Settings, Wording."""

    code = "drafting_off"
    status = HTTPStatus.NOT_FOUND


class NotYours(DraftingRefused):
    """You can't change this order now. Open it again to see why."""

    code = "not_editable_now"


class TooOften(DraftingRefused):
    """Those were many drafts in one minute. Write it yourself, or try again in a minute."""

    code = "too_many_drafts"
    status = HTTPStatus.TOO_MANY_REQUESTS


class ModelSilent(DraftingRefused):
    """The model drafted nothing."""

    code = "model_failed"
    status = HTTPStatus.BAD_GATEWAY

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure

    def __str__(self) -> str:
        return failed(self.failure)


class DraftRefused(DraftingRefused):
    """What the gate found. The draft itself is shown to nobody."""

    code = "draft_refused"
    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(", ".join(one.code for one in faults))
        self.faults = list(faults)

    def __str__(self) -> str:
        said = _("The model’s draft was refused: {why}. Try again, or write it yourself.")
        return said.format(why=names(self.faults))
