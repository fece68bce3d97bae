"""Authentication-Results headers (RFC 8601), read strictly: a malformed one vouches for nobody."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

_TOKEN = re.compile(r'(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<mark>[;=])|(?P<word>[^\s;="()\\]+)|\s+')
_COMMENT_CHARACTERS = re.compile(r"[^()\\]+|\\.")
_METHOD = re.compile(r"[a-z][a-z0-9-]*(?:/\d+)?")
_NO_RESULT = "none"
# Told from quoted words by identity: no word of a header can pass for them.
SEMICOLON, EQUALS = "<semicolon>", "<equals>"


class Malformed(Exception):
    """The header is not one that RFC 8601 allows."""


class MethodResult(Struct, frozen=True):
    """`dmarc=pass header.from=northline.example`; names in lower case."""

    method: str
    result: str
    properties: dict[str, str]


class AuthenticationResults(Struct, frozen=True):
    server: str  # the authserv-id, lower case
    results: tuple[MethodResult, ...]

    def of(self, method: str) -> list[MethodResult]:
        return [result for result in self.results if result.method == method]


def server_of(value: str) -> str | None:
    """Whose header it says it is, without reading on; None where even that is malformed."""
    try:
        return _server(next(_clauses(value), []))
    except Malformed:
        return None


def parse(value: str) -> AuthenticationResults:
    """Raises `Malformed`."""
    head, *clauses = _clauses(value)
    if clauses and not clauses[-1]:
        clauses.pop()  # a semicolon at the end, as some servers write it
    if clauses == [[_NO_RESULT]]:
        clauses = []
    return AuthenticationResults(_server(head), tuple(map(_result, clauses)))


def _server(clause: Sequence[str]) -> str:
    versioned = len(clause) == 2 and clause[1].isdecimal()
    if not (versioned or len(clause) == 1) or clause[0] is EQUALS:
        raise Malformed
    return clause[0].lower()


def _result(clause: Sequence[str]) -> MethodResult:
    """`method = result`, then `name = value` any number of times."""
    names, values = [name.lower() for name in clause[::3]], clause[2::3]
    in_order = all((word is EQUALS) == (at % 3 == 1) for at, word in enumerate(clause))
    if not clause or len(clause) % 3 or not in_order or not _METHOD.fullmatch(names[0]):
        raise Malformed
    properties = dict(zip(names[1:], values[1:], strict=True))
    if len(properties) != len(names) - 1:
        raise Malformed
    return MethodResult(names[0].partition("/")[0], values[0].lower(), properties)


def _clauses(value: str) -> Iterator[list[str]]:
    """The words between semicolons; comments are gone and quotes are taken off."""
    clause: list[str] = []
    for word in _words(value):
        if word is SEMICOLON:
            yield clause
            clause = []
        else:
            clause.append(word)
    yield clause


def _words(value: str) -> Iterator[str]:
    at = 0
    while at < len(value):
        if value[at] == "(":
            at = _after_comment(value, at)
            continue
        match = _TOKEN.match(value, at)
        if match is None:
            raise Malformed
        at = match.end()
        if match["quoted"]:
            yield re.sub(r"\\(.)", r"\1", match["quoted"][1:-1])
        elif match["mark"]:
            yield SEMICOLON if match["mark"] == ";" else EQUALS
        elif match["word"]:
            yield match["word"]


def _after_comment(value: str, at: int) -> int:
    depth = 0
    while at < len(value):
        if value[at] in "()":
            depth += 1 if value[at] == "(" else -1
            at += 1
            if depth == 0:
                return at
        elif match := _COMMENT_CHARACTERS.match(value, at):
            at = match.end()
        else:
            break
    raise Malformed
