"""FAB-1: what a person adds to a message states no fact that is not in the evidence.

A number, a date, a code and a link are statements that a customer relies on. What else the words
say is the reviewer's responsibility; nobody can tell by looking at letters.
"""

import re
import unicodedata
from collections.abc import Collection

MOST_POINTS = 20
LINK = re.compile(r"://|www\.|@|\w[.。]\w{2,}", re.IGNORECASE)
SHOUTED = re.compile(r"[^\W\d_]{4,}")
DATES = frozenset(
    (
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        *("january", "february", "april", "june", "july", "august", "september"),
        *("october", "november", "december"),
        *("today", "tomorrow", "tonight", "yesterday"),
        *("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"),
        *("januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember"),
        *("heute", "morgen", "übermorgen", "gestern"),
        *("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
        *("janvier", "février", "mars", "avril", "juin", "juillet", "août"),
        *("septembre", "octobre", "novembre", "décembre", "hui", "demain"),
        *("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
        *("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto"),
        *("septiembre", "octubre", "noviembre", "diciembre", "hoy", "mañana", "ayer"),
    )
)
EDGES = ".,;:!?()[]{}'\"“”‘’«»…"


def unproven(text: str, facts: Collection[str]) -> str:
    """The first piece that states a number, date, code or link which is no fact; empty: none."""
    known = {fact.casefold() for fact in facts}
    for piece in _visible(unicodedata.normalize("NFKC", text)).split():
        bare = piece.strip(EDGES)
        if bare and bare.casefold() not in known and _states(bare):
            return bare
    return ""


def _visible(text: str) -> str:
    """Without what has no width: it keeps words apart for a program, and for nobody who reads."""
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def _states(piece: str) -> bool:
    return (
        any(sign.isnumeric() for sign in piece)
        or LINK.search(piece) is not None
        or any(word in DATES for word in re.split(r"\W+", piece.casefold()))
        or (piece.isupper() and SHOUTED.search(piece) is not None)
    )
