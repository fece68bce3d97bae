"""JSON without second meanings: what cannot be read in exactly one way is refused.

The standard parser keeps the last of two equal keys and takes NaN; PostgreSQL can store neither
U+0000 nor half a surrogate pair.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from shopops.connectors.refusals import RefusalCode, RowRefused

_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


class _Members(list[tuple[str, Any]]):
    """An object's members as they stood, repeats included."""


class _Repeated(Exception):
    pass


def decode(raw: bytes) -> Any:
    """The value of one JSON text; raises `RowRefused`."""
    text = _text(raw)
    try:
        value = _parsed(text)
        if _SUSPECT_ESCAPE.search(text):
            _refuse_unstorable(value)
    except RecursionError:
        raise RowRefused(RefusalCode.TOO_DEEP, "$", "is nested too deeply") from None
    return value


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except _Repeated:
        raise _repeated_key(text) from None
    except json.JSONDecodeError as error:
        reason = f"is not JSON: {error.msg} at character {error.pos + 1}"
        raise RowRefused(RefusalCode.NOT_JSON, "$", reason) from None
    except ValueError:
        raise RowRefused(RefusalCode.NOT_JSON, "$", "holds a number that is too long") from None


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8: the byte 0x{raw[error.start]:02x} at position {error.start + 1}"
        raise RowRefused(RefusalCode.NOT_UTF8, "$", reason) from None


def _unique(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) != len(members):
        raise _Repeated
    return value


def _no_constant(word: str) -> NoReturn:
    raise RowRefused(RefusalCode.NOT_JSON, "$", f"holds {word}, which is not JSON")


def _repeated_key(text: str) -> RowRefused:
    """Read again, keeping the repeats, to say where."""
    tree = json.loads(text, object_pairs_hook=_Members)
    path = next(_repeats(tree, "$"), "$")
    return RowRefused(RefusalCode.DUPLICATE_KEY, path, "stands twice in the same object")


def _repeats(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, _Members):
        seen = set()
        for key, member in value:
            if key in seen:
                yield f"{path}.{key}"
            seen.add(key)
            yield from _repeats(member, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _repeats(item, f"{path}[{index}]")


def _refuse_unstorable(value: Any) -> None:
    for path, text in _strings(value, "$"):
        if "\0" in text:
            raise RowRefused(
                RefusalCode.NUL_CHARACTER,
                path,
                "holds the character U+0000, which no database keeps",
            )
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise RowRefused(
                RefusalCode.LONE_SURROGATE, path, "holds half a character (a lone surrogate)"
            )


def _strings(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, member in value.items():
            yield path, key
            yield from _strings(member, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, f"{path}[{index}]")
