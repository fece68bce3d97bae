"""Why an edit is not saved, or a fact not kept. What is refused comes back to its field."""

from django.utils.translation import gettext as _

from shopops.review.refusals import DecisionRefused


class NothingEdited(DecisionRefused):
    """Nothing differs from the proposal. Change something, or approve it as it is."""

    code = "nothing_edited"
    title = "Nothing changed"


class EditUnreadable(DecisionRefused):
    """A changed field can't be read. Correct it and send again."""

    code = "edit_unreadable"
    title = "Can't be read"

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence, field)
        self.sentences, self.field = [sentence], field


class NotEditable(DecisionRefused):
    """This part of the proposal can't be changed. Change an amount, an option or the message."""

    code = "not_editable"
    title = "Can't be changed"


class NotInEvidence(DecisionRefused):
    """The message would state something that the evidence does not. Say it without it."""

    code = "not_in_evidence"
    title = "Not in the evidence"

    def __init__(self, piece: str, field: str = "") -> None:
        super().__init__(piece, field)
        self.sentences, self.field = (
            [_("Not in the evidence: “{piece}”.").format(piece=piece)],
            field,
        )


class UnknownFact(DecisionRefused):
    """That fact is not missing here, or can't be supplied. Choose one that is named as missing."""

    code = "unknown_fact"
    title = "Not missing"


class FactUnreadable(DecisionRefused):
    """That is not a value this fact can have. Correct it and send again."""

    code = "fact_unreadable"
    title = "Can't be read"

    def __init__(self, sentence: str, field: str = "value") -> None:
        super().__init__(sentence, field)
        self.sentences, self.field = [sentence], field


class SourceRequired(DecisionRefused):
    """Say how you know it. That is kept with the fact, so that others can judge it."""

    code = "source_required"
    title = "How do you know?"
    field = "reason"
