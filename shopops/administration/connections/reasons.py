"""Why a delivery became what it became, as its page says it. Pure."""

import re

from django.utils.translation import gettext, gettext_noop
from msgspec import Struct

from shopops.connections.models import Delivery
from shopops.connections.noted import note_said

UNKNOWN_ORDER = "unknown_order"
_DAMAGED = gettext_noop("The message is damaged, so it could not be read.")
_VALUE = gettext_noop("The message has a value that ShopOps does not understand.")
_AMOUNT = gettext_noop("The message has an amount that cannot be read.")
_TIME = gettext_noop("The message has a date that cannot be read.")
WORDS = {
    "not_utf8": _DAMAGED,
    "not_json": _DAMAGED,
    "cut_off": _DAMAGED,
    "duplicate_key": _DAMAGED,
    "nul_character": _DAMAGED,
    "lone_surrogate": _DAMAGED,
    "too_long": gettext_noop("The message is too large."),
    "too_deep": gettext_noop("The message is too large."),
    "missing": gettext_noop("Something that ShopOps needs is missing in the message."),
    "unknown_member": gettext_noop("The message has a field that ShopOps does not know."),
    "wrong_type": _VALUE,
    "invalid": _VALUE,
    "unknown_word": _VALUE,
    "unknown_currency": gettext_noop("The message has a currency that ShopOps does not know."),
    "excess_digits": _AMOUNT,
    "not_money": _AMOUNT,
    "naive_time": _TIME,
    "time_out_of_range": _TIME,
    "repeated_id": gettext_noop("The message has the same id twice."),
    "unknown_reference": gettext_noop("The message names something that is not in it."),
    UNKNOWN_ORDER: gettext_noop("This message belongs to an order that is not here yet."),
    "other_source": gettext_noop(
        "An order or a parcel with this id came from elsewhere before, so this one was not taken."
    ),
    "other_order": gettext_noop(
        "It is another shop's order with the id of one that is here, so it was not taken. Connect "
        "that shop under a shop of its own."
    ),
    "erased": gettext_noop("It is about an order that was erased here, so nothing of it was kept."),
}
# By how its topic begins.
ORDERLESS = {
    "refund": gettext_noop("This refund belongs to an order that is not here yet."),
    "fulfillment": gettext_noop("This parcel belongs to an order that is not here yet."),
    "order_transaction": gettext_noop("This payment belongs to an order that is not here yet."),
    "dispute": gettext_noop("This dispute belongs to an order that is not here yet."),
}
_REFUSED = re.compile(r"(?:[0-9]+ of [0-9]+: )?([a-z0-9_]+): (.*)", re.DOTALL)


class Why(Struct, frozen=True):
    """`behind`: where in the message, and what exactly, for who mends it."""

    said: str
    behind: str = ""


def why(delivery: Delivery) -> Why:
    found = _REFUSED.fullmatch(delivery.reason)
    if found is None or found[1] not in WORDS:
        return Why(note_said(delivery.reason) if delivery.reason else "")
    code, behind = found.groups()
    return Why(gettext(_words(code, delivery.topic)), behind)


def _words(code: str, topic: str) -> str:
    if code == UNKNOWN_ORDER:
        for begins, words in ORDERLESS.items():
            if topic.startswith(begins):
                return words
    return WORDS[code]
