"""What can be wrong with a draft, each with a code that stays."""

from enum import StrEnum

from msgspec import Struct


class FaultCode(StrEnum):
    EMPTY = "empty"
    TOO_LONG = "too_long"
    TOO_MANY_SENTENCES = "too_many_sentences"
    SIGN = "sign"  # markup, a control, a letter of another script
    PLACEHOLDER = "placeholder"
    NUMBER = "number"
    CURRENCY = "currency"
    DATE = "date"
    LINK = "link"
    CODE = "code"
    PROMISE = "promise"
    REMEDY = "remedy"  # one that the outline does not speak of
    LANGUAGE = "language"  # it is written in another one, so that the lists would miss it


class Fault(Struct, frozen=True):
    """`piece`: what it was found in. Empty where it is about the whole text."""

    code: FaultCode
    piece: str = ""
