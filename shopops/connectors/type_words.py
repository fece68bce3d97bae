"""What is wrong with a value, in words: what it has to be, and what it is."""

import re
from collections.abc import Iterator

import msgspec
from msgspec.inspect import (
    EnumType,
    ListType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from shopops.agents.records import Amount, Order, Tracker

NAMES = {
    "str": "text",
    "int": "a whole number",
    "float": "a number with decimals",
    "bool": "true or false",
    "datetime": "a time like 2026-03-01T10:00:00Z",
    "object": "an object in { }",
    "array": "a list in [ ]",
    "null": "null",
}
PATTERNS = {
    "^[A-Z]{3}$": "a currency code of three capital letters, such as EUR",
    "^[A-Z]{2}$": "a country code of two capital letters, such as DE",
}
AMOUNT = 'an amount like {"minor": 12900, "currency": "EUR"}, which is 129.00 EUR'
TYPED = re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)`")
MATCHING = re.compile(r"Expected `str` matching regex '(?P<pattern>.+)'")
LENGTH = re.compile(r"Expected `(?P<of>str|array)` of length (?P<sign>[<>]=) (?P<number>\d+)")
BOUND = re.compile(r"Expected `int` (?P<sign>[<>]=) (?P<number>-?\d+)")
SIGNS = {"<=": "at most", ">=": "at least"}
STEP = re.compile(r"\.(?P<member>\w+)|\[(?P<entry>[^\]]*)\]")


def in_words(message: str, kind: type[Order | Tracker], path: str) -> str:
    """msgspec's message about the member at `path` of such a record."""
    if found := TYPED.match(message):
        there = [one for one in _at(kind, path) if isinstance(one, StructType)]
        is_amount = any(one.cls is Amount for one in there)
        wanted = AMOUNT if is_amount else _names(found["wanted"])
        return f"has to be {wanted}, and is {_names(found['given'])}"
    if found := MATCHING.match(message):
        return f"has to be {PATTERNS.get(found['pattern'], 'of another form')}"
    if found := LENGTH.match(message):
        of = "characters" if found["of"] == "str" else "entries"
        return f"has to have {SIGNS[found['sign']]} {found['number']} {of}"
    if found := BOUND.match(message):
        return f"has to be {SIGNS[found['sign']]} {found['number']}"
    if message.startswith("Invalid RFC3339"):
        return f"is not {NAMES['datetime']}"
    return message.replace("`", "")


def words_at(kind: type[Order | Tracker], path: str) -> list[str]:
    """Those that may stand there, where it is a member with a list of words."""
    enums = [one.cls for one in _at(kind, path) if isinstance(one, EnumType)]
    return [str(word.value) for enum in enums for word in enum]


def _names(given: str) -> str:
    """Without null, where another thing may stand there too."""
    every = given.split(" | ")
    named = [one for one in every if one != "null"] or every
    return " or ".join(NAMES.get(one, one) for one in named)


def _at(kind: type[Order | Tracker], path: str) -> list[Type]:
    """What may stand at a path like `$.transactions[0].status`."""
    found = [type_info(kind)]
    for step in STEP.finditer(path):
        found = [inner for one in found for inner in _inside(one, step["member"])]
    return [inner for one in found for inner in _each(one)]


def _inside(one: Type, member: str | None) -> Iterator[Type]:
    for inner in _each(one):
        if member is None and isinstance(inner, ListType | VarTupleType):
            yield inner.item_type
        elif member is not None and isinstance(inner, StructType):
            yield from (field.type for field in inner.fields if field.encode_name == member)


def _each(one: Type) -> Iterator[Type]:
    if isinstance(one, msgspec.inspect.Metadata):
        yield from _each(one.type)
    elif isinstance(one, UnionType):
        for inner in one.types:
            yield from _each(inner)
    else:
        yield one
