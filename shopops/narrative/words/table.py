"""What one language's list consists of, and how its entries find something. Pure.

The lists are a net. They catch what models often write; no list holds all ways to promise
something. The check is the person who reads the draft.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from shopops.narrative.spelling import bare, spellings

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
    """As `bare` makes the words of a text."""
    return frozenset(parts(text.split()))


def parts(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for word in words for one in spellings(word)))


def found(entries: Sequence[str], text: str) -> str:
    """What of the text one of the entries names; empty: nothing. Neither case nor an
    accent matters."""
    hit = _pattern(tuple(entries)).search(bare(text))
    return hit.group() if hit else ""


@cache
def _pattern(entries: tuple[str, ...]) -> re.Pattern[str]:
    said = "|".join(map(_entry, sorted(parts(entries), key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{said})(?!\w)", re.IGNORECASE)


def _entry(entry: str) -> str:
    return WORDS_BETWEEN.join(map(_words, entry.split(f" {GAP} ")))


def _words(part: str) -> str:
    return r"\W+".join(re.escape(word).replace(r"\*", r"\w*") for word in part.split())
