"""What one language's list consists of, and how its entries find something. Pure.

The lists are a net. They catch what models often write; no list holds all ways to promise
something. The check is the person who reads the draft.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct

GAP = "…"  # up to three words
STEM = "*"  # and whatever the word ends in
WORDS_BETWEEN = r"(?:\W+\w+){0,3}\W+"


class Table(Struct, frozen=True, kw_only=True):
    """`numbers` as single words, `number_parts` those that are written together to form one.
    `days`: words for a day that are no names. `promises` and `remedies` are entries: words with a
    space, `GAP` or `STEM`. `common`: by which a text is known to be of this language."""

    locale: str
    numbers: frozenset[str]
    number_parts: Sequence[str] = ()
    days: frozenset[str]
    promises: Sequence[str]
    remedies: Mapping[str, Sequence[str]]
    common: frozenset[str]


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def found(entries: Sequence[str], text: str) -> str:
    """What of the text one of the entries names; empty: nothing. Case does not matter."""
    hit = _pattern(tuple(entries)).search(text)
    return hit.group() if hit else ""


@cache
def _pattern(entries: tuple[str, ...]) -> re.Pattern[str]:
    said = "|".join(map(_entry, sorted(entries, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{said})(?!\w)", re.IGNORECASE)


def _entry(entry: str) -> str:
    return WORDS_BETWEEN.join(map(_words, entry.split(f" {GAP} ")))


def _words(part: str) -> str:
    return r"\W+".join(re.escape(word).replace(r"\*", r"\w*") for word in part.split())
