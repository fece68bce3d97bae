"""Which codes somebody typed: each alone on its line, never in brackets."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from itertools import islice

from msgspec import Struct

from shopops.acknowledgments.reading.cut import CLOSING, OPENING, Cut, OwnLine
from shopops.alarms.codes import check_valid, normalise

LONGEST_LINE = 80  # nothing that counts is longer
_MOST = 50  # codes of one mail
_MOST_LOOKED_AT = 1_000  # that look like a code
_LEADING_WORD = re.compile(r"\s*(?:ack|done|ok)[\s:,.!-]+", re.IGNORECASE)
_TRAILING_WORD = re.compile(r"[\s,.!-]{1,10}(?:ack|done|ok)[.!]?$", re.IGNORECASE)
_SHAPE = re.compile(r"[^\W_]{5}(?: ?- ?| {1,2})?[^\W_]{5}")
_ANYWHERE = re.compile(r"(?<![^\W_])[^\W_]{5}-?[^\W_]{5}(?![^\W_])")
_OF_A_URL = re.compile(r"://|^www\.|^mailto:|^tel:", re.IGNORECASE)


class Why(StrEnum):
    """Why a code that was seen does not count. The first that applies is told."""

    MISTYPED = "mistyped"
    BRACKETED = "bracketed"
    PROSE = "prose"
    URL = "url"
    QUOTED = "quoted"


class TypedCode(Struct, frozen=True):
    """`legacy`: verbatim from an older system. `weak`: it may just as well be a word or number."""

    code: str
    legacy: bool = False
    weak: bool = False


class SeenCode(Struct, frozen=True):
    """A code without its dash; of a mistyped one what was typed."""

    code: str
    why: Why


class Codes(Struct, frozen=True):
    typed: tuple[TypedCode, ...]
    seen: tuple[SeenCode, ...]
    asks_for_all: bool


def lone_texts(cut: Cut) -> tuple[str, ...]:
    """What stands alone on a line: look these up among the codes of an older system."""
    found = (text for line in cut.own if (text := _alone(line)))
    return tuple(dict.fromkeys(found))[:_MOST]


def codes_in(
    cut: Cut, *, legacy: Collection[str] = (), is_code: Callable[[str], bool] = check_valid
) -> Codes:
    """`legacy`: those of `lone_texts` that an older system gave out. `is_code`: which ten
    characters are a code, not a typing error."""
    typed: dict[str, TypedCode] = {}
    mistyped: list[SeenCode] = []
    other_lines: list[str] = []
    texts = [(line, _alone(line)) for line in cut.own]
    for line, alone in texts:
        if found := _typed(alone, legacy, is_code):
            typed.setdefault(found.code, found)
        elif _is_mistyped(alone):
            mistyped.append(SeenCode(alone, Why.MISTYPED))
        else:
            other_lines.append(line.text)
    quoted = [SeenCode(code.code, Why.QUOTED) for code in _in_prose(cut.quoted, is_code)]
    seen = _once([*mistyped, *_in_prose(other_lines, is_code), *quoted], typed)
    asks_for_all = any(alone.casefold() == "all" for _, alone in texts)
    return Codes(tuple(typed.values())[:_MOST], seen, asks_for_all)


def _alone(line: OwnLine) -> str:
    """The line without the words that may stand beside a code; empty where it can't be one."""
    text = line.text.strip()
    if line.continues or len(text) > LONGEST_LINE:
        return ""
    while leading := _LEADING_WORD.match(text):
        text = text[leading.end() :]
    while trailing := _TRAILING_WORD.search(text):
        text = text[: trailing.start()]
    text = text.strip("*_ ")
    return text[:-1].rstrip("*_ ") if text.endswith((".", ",", ";", "!", "。")) else text


def _typed(alone: str, legacy: Collection[str], is_code: Callable[[str], bool]) -> TypedCode | None:
    for verbatim in (alone, alone.upper()):
        if verbatim in legacy:
            return TypedCode(verbatim, legacy=True)
    code = normalise(alone) if _SHAPE.fullmatch(alone) else None
    return TypedCode(code, weak=not _is_distinct(alone)) if code and is_code(code) else None


def _is_mistyped(alone: str) -> bool:
    shaped = _SHAPE.fullmatch(alone) and _is_distinct(alone)
    return bool(shaped) and normalise(alone) is not None


def _is_distinct(text: str) -> bool:
    """Not a word of ten letters, two words of five, or a telephone number."""
    mixed = any(map(str.isdigit, text)) and any(map(str.isalpha, text))
    return mixed or (len(text) > 5 and text[5] == "-")


def _in_prose(lines: Sequence[str], is_code: Callable[[str], bool]) -> Iterator[SeenCode]:
    matches = ((line, match) for line in lines for match in _ANYWHERE.finditer(line))
    for line, match in islice(matches, _MOST_LOOKED_AT):
        code = normalise(match[0]) if _is_distinct(match[0]) else None
        if code and is_code(code):
            yield SeenCode(code, _place(line, match))


def _place(line: str, match: re.Match[str]) -> Why:
    before, after = line[: match.start()], line[match.end() :]
    if before.rstrip().endswith(OPENING) or after.lstrip().startswith(CLOSING):
        return Why.BRACKETED
    word = "" if before[-1:].isspace() else before.rpartition(" ")[2]
    return Why.URL if _OF_A_URL.search(word) else Why.PROSE


def _once(seen: Sequence[SeenCode], typed: Collection[str]) -> tuple[SeenCode, ...]:
    """Each code with its first reason, unless it was typed as well."""
    order = list(Why)
    kept: dict[str, SeenCode] = {}
    for code in sorted(seen, key=lambda code: order.index(code.why)):
        if code.code not in typed:
            kept.setdefault(code.code, code)
    return tuple(kept.values())[:_MOST]
