"""What a draft's single signs and pieces give away: markup, gaps, links, codes, digits. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from string import ascii_letters

from shopops.narrative.faults import Fault, FaultCode

MARKS = frozenset(".,;:!?…¡¿'’‘\"“”„«»‹›()-‐‑–—")
SPACES = frozenset(" \n")
GAPS = frozenset("[]{}_")
ALSO_LETTERS = frozenset("ßẞæÆœŒ")
LINK = re.compile(r"://|www\.|@|\(at\)|\w[.。]\w{2,}", re.IGNORECASE)


def faults(text: str) -> Iterator[Fault]:
    """Every sign that is no Latin letter, mark of a sentence or space, in the text as it came."""
    for sign in dict.fromkeys(unicodedata.normalize("NFC", text)):
        code = _code(sign)
        if code is not None:
            yield Fault(code, sign if sign.isprintable() else f"U+{ord(sign):04X}")


def faults_of(piece: str) -> Iterator[Fault]:
    """Of what stands between two spaces."""
    if LINK.search(piece):
        yield Fault(FaultCode.LINK, piece)
    if any(sign.isnumeric() for sign in piece):
        yield Fault(FaultCode.NUMBER, piece)
    if any(one.isupper() and two.isupper() for one, two in pairwise(piece)):
        yield Fault(FaultCode.CODE, piece)


def _code(sign: str) -> FaultCode | None:
    if sign in SPACES or sign in MARKS or unicodedata.category(sign) == "Zs":
        return None
    if sign in GAPS:
        return FaultCode.PLACEHOLDER
    if unicodedata.category(sign) == "Sc":
        return FaultCode.CURRENCY
    if sign.isnumeric():
        return FaultCode.NUMBER
    if sign in "@/":
        return FaultCode.LINK
    return None if _is_latin(sign) else FaultCode.SIGN


def _is_latin(sign: str) -> bool:
    """One of the alphabet, with an accent or without. Other letters look the same, also Latin ones
    such as the i without a dot, and would hide a word from the lists."""
    return sign in ALSO_LETTERS or unicodedata.normalize("NFD", sign)[0] in ascii_letters
