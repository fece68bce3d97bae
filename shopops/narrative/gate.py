"""FAB-1 for a model's draft: no number, date, code, link, promise or offer of its own. Pure.

A draft with a fault is refused whole and never mended: what is left of a text that was wrong once
would still be the model's idea of the order.
"""

import re
from collections.abc import Iterator, Sequence

from shopops.money import EXPONENTS
from shopops.narrative import signs
from shopops.narrative.dates import names_a_day
from shopops.narrative.faults import Fault, FaultCode
from shopops.narrative.spelling import bare
from shopops.narrative.words import TABLES
from shopops.narrative.words.table import Table, found

MOST_SENTENCES = 3
SENTENCE = re.compile(r"[.!?…]+(?=\s|$)|\n+")
MONEY = ("euro*", "dollar*", "dólar*", "franc", "francs", "franken", "pound*", "pfund", "peso*")
ENOUGH_TO_TELL = 5  # words; of a shorter text nobody can say which language it is
WORD = re.compile(r"[^\W_]+")


def faults(text: str, *, language: str, said: str, most_chars: int) -> list[Fault]:
    """Nothing: it may be shown to a person. `said`: what the mail says in our own wordings; what it
    offers may be spoken of. Raises `KeyError` for a language without a list."""
    table = TABLES[language]
    if not text.strip():
        return [Fault(FaultCode.EMPTY)]
    if len(text) > most_chars:
        return [Fault(FaultCode.TOO_LONG)]
    return list(dict.fromkeys([*_whole(text, table), *_pieces(bare(text), table, said)]))


def accepted(text: str) -> str:
    """A text without faults as the mail has it: one point, so one line."""
    return " ".join(text.split())


def _whole(text: str, table: Table) -> Iterator[Fault]:
    yield from signs.faults(text)
    sentences = [one for one in SENTENCE.split(text) if one.strip()]
    if len(sentences) > MOST_SENTENCES:
        yield Fault(FaultCode.TOO_MANY_SENTENCES)
    if _is_of_none(text, table) or any(_is_of_another(one, table) for one in [text, *sentences]):
        yield Fault(FaultCode.LANGUAGE)


def _pieces(text: str, table: Table, said: str) -> Iterator[Fault]:
    for piece in text.split():
        yield from signs.faults_of(piece)
    for word in WORD.findall(text):
        if _is_number(word.casefold(), table):
            yield Fault(FaultCode.NUMBER, word)
        if word in EXPONENTS:
            yield Fault(FaultCode.CURRENCY, word)
        if names_a_day(word, table.locale) or word.casefold() in table.days:
            yield Fault(FaultCode.DATE, word)
    yield from _entries(text, table, said)


def _entries(text: str, table: Table, said: str) -> Iterator[Fault]:
    if piece := found(MONEY, text):
        yield Fault(FaultCode.CURRENCY, piece)
    if piece := found(table.promises, text):
        yield Fault(FaultCode.PROMISE, piece)
    for entries in table.remedies.values():
        if (piece := found(entries, text)) and not found(entries, said):
            yield Fault(FaultCode.REMEDY, piece)


def _is_number(word: str, table: Table) -> bool:
    return word in table.numbers or _is_compound(word, table)


def _is_compound(word: str, table: Table) -> bool:
    """Such as "einundzwanzig"; "ein", "und" and "mal" alone are words of their own. One way through
    the word, since its parts overlap: a pattern would try each way to cut it."""
    if word in table.number_parts:
        return False
    ends = {0}
    for start in range(len(word)):
        if start in ends:
            ends |= {start + len(one) for one in table.number_parts if word.startswith(one, start)}
    return len(word) in ends


def _is_of_none(text: str, table: Table) -> bool:
    spoken = WORD.findall(bare(text))
    return len(spoken) >= ENOUGH_TO_TELL and not _common(spoken, table)


def _is_of_another(text: str, table: Table) -> bool:
    spoken = WORD.findall(bare(text))
    if len(spoken) < ENOUGH_TO_TELL:
        return False
    return _common(spoken, table) < max(_common(spoken, one) for one in TABLES.values())


def _common(spoken: Sequence[str], table: Table) -> int:
    """How many of the words are among the most usual ones of the language."""
    return sum(word in table.common or word.lower() in table.common for word in spoken)
