"""What a proposal's rationale says beside its cause, as sentences that hold whatever is chosen."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from shopops.agents.proposal import Action, ActionKind
from shopops.agents.resolution.codes import Outline, Why
from shopops.review.words.values import language

NOTES = {
    "channel_inferred": "The channel is inferred: it is the only address on file.",
    "channel_needs_person": "The customer prefers a channel that only a person can use.",
    "confirm_address_before_reship": "Confirm the address before anything is sent again.",
    "no_reship_without_address": (
        "The address on file is not complete, so sending again is not proposed."
    ),
    "partial_shipment": "Amounts cover the lines of the parcel in trouble, not the whole order.",
    "split_payment": "The order was paid in parts; each refund goes back to its own payment.",
    "zero_total": "The order cost nothing, so there is nothing to give back.",
    "digital_only": "Digital goods only: access is given again, nothing is shipped.",
    "refund_limited": "The shop's limit for exception refunds keeps the amount lower.",
    "refund_needs_conversion": (
        "The payment is in another currency, so what part of it these lines are cannot be told."
    ),
    "refund_pending": "An earlier refund is pending; its money counts as gone.",
    "parcel_contents_unknown": "Nobody says what is inside the parcel, so its worth is unknown.",
}


def notes(
    rationale: Sequence[str], actions: Sequence[Action], *, guessed_language: bool
) -> Iterator[str]:
    """What is about a message is said only where there is one, and what is about sending again
    only where that is proposed."""
    reships = any(action.kind is ActionKind.PROPOSE_RESHIP for action in actions)
    outline = {point for action in actions for point in action.body_outline}
    for code in rationale:
        if code.startswith(Why.LANGUAGE_DEFAULT) and not outline:
            continue
        if code == Why.ADDRESS_FIRST and not reships:
            continue
        yield note(code, guessed_language=guessed_language)
        if code == Why.ADDRESS_MISSING and Outline.CONFIRM_ADDRESS in outline:
            yield _("The mail asks for the address, unless money is given instead.")


def note(code: str, *, guessed_language: bool = False) -> str:
    """A rationale code as a sentence. `guessed_language`: there is a guess, which is not used."""
    if code.startswith(Why.LANGUAGE_DEFAULT):
        default = language(code.removeprefix(Why.LANGUAGE_DEFAULT))
        said = (
            _("Language only guessed, so the message uses the shop's default: {default}.")
            if guessed_language
            else _("Language unknown, so the message uses the shop's default: {default}.")
        )
        return said.format(default=default)
    return _(NOTES.get(code, code.replace("_", " ").capitalize() + "."))
