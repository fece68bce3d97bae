"""Facts that a person of the shop may supply for an order whose source does not say them."""

import re
from enum import StrEnum

from shopops.agents.facts import Scalar
from shopops.agents.records import Channel

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}")
ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+")
LONGEST = 254
YES_NO = {"yes": True, "no": False}


class FactName(StrEnum):
    """Named like the pack's fields."""

    PREFERRED_CHANNEL = "preferred_channel"
    EMAIL_ON_FILE = "email_on_file"
    LANGUAGE = "language"
    OPTED_OUT = "opted_out"
    SHIP_TO_COMPLETE = "ship_to_complete"


class Unreadable(ValueError):
    """Not a value that this fact can have; the text says what can be."""


class CameBack(StrEnum):
    """What an order's customer said in answer to a mail, or their mail server did. A choice has a
    `records.ClaimKind` as its value, a reply its words, an address that takes no mail itself."""

    CHOICE = "customer_choice"
    REPLY = "customer_reply"
    UNDELIVERABLE = "undeliverable_address"


def read_fact(name: FactName, typed: str) -> str | bool:
    """The value as it is kept. Raises `Unreadable`."""
    text = typed.strip()
    if name is FactName.PREFERRED_CHANNEL:
        return _of(text.lower(), [channel.value for channel in Channel], "a channel")
    if name is FactName.LANGUAGE:
        return _matching(text, LANGUAGE, "Write the language's code, such as en or pt-BR.")
    if name is FactName.EMAIL_ON_FILE:
        return _matching(text, ADDRESS, "Write one e-mail address, such as ines@example.com.")
    answer = _of(text.lower(), list(YES_NO), "yes or no")
    if name is FactName.SHIP_TO_COMPLETE and answer == "no":
        raise Unreadable("An address that is not complete stays missing. Leave it, or reject.")
    return YES_NO[answer]


def in_pack(name: FactName, value: Scalar) -> Scalar:
    """What the pack says of it: that there is an address, not which."""
    return True if name is FactName.EMAIL_ON_FILE else value


def _of(text: str, allowed: list[str], what: str) -> str:
    if text not in allowed:
        raise Unreadable(f"Choose {what}: {', '.join(allowed)}.")
    return text


def _matching(text: str, pattern: re.Pattern[str], advice: str) -> str:
    if len(text) > LONGEST or pattern.fullmatch(text) is None or not text.isprintable():
        raise Unreadable(advice)
    return text
