"""From plain values to a typed record, or to a refusal that names the place in the payload."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import msgspec

from shopops.agents.records import Order, Tracker
from shopops.connectors.checks import check_order, check_tracker
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.connectors.type_words import in_words, words_at

Recorded = TypeVar("Recorded", Order, Tracker)

_AT = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_MEMBER = re.compile(r"`([^`]*)`")


@dataclass(frozen=True, slots=True)
class Parsed(Generic[Recorded]):
    """`paths`: for members of the record, the JSON path in the payload they were read from."""

    record: Recorded
    paths: dict[str, str] = field(default_factory=dict)


def order(values: object, paths: dict[str, str] | None = None) -> Parsed[Order]:
    """Validate plain values as an order record; raises `RowRefused`."""
    return _parse(Order, check_order, values, paths or {})


def tracker(values: object, paths: dict[str, str] | None = None) -> Parsed[Tracker]:
    """Validate plain values as a tracker record; raises `RowRefused`."""
    return _parse(Tracker, check_tracker, values, paths or {})


def _parse(
    kind: type[Recorded], check: Callable[[Recorded], None], values: object, paths: dict[str, str]
) -> Parsed[Recorded]:
    try:
        record = msgspec.convert(values, kind)
        check(record)
    except msgspec.ValidationError as error:
        raise _in_payload(_refusal(str(error), kind), paths) from None
    except RowRefused as refused:
        raise _in_payload(refused, paths) from None
    return Parsed(record, paths)


def _refusal(message: str, kind: type[Order | Tracker]) -> RowRefused:
    """msgspec's message, in the words and with the codes of this import."""
    match = _AT.match(message)
    what, path = (match["what"], match["path"] or "$") if match else (message, "$")
    member = _MEMBER.search(what)
    name = member[1] if member else ""
    if what.startswith("Object missing required field"):
        return RowRefused(RefusalCode.MISSING, f"{path}.{name}", "is missing")
    if what.startswith("Object contains unknown field"):
        reason = "is not a member of this format"
        return RowRefused(RefusalCode.UNKNOWN_MEMBER, f"{path}.{name}", reason)
    if "timezone component" in what:
        reason = "has no offset: write a time like 2026-03-01T10:00:00Z"
        return RowRefused(RefusalCode.NAIVE_TIME, path, reason)
    if what.startswith("Invalid enum value"):
        given = what.removeprefix("Invalid enum value ")
        words = ", ".join(words_at(kind, path))
        reason = f"{given} is not one of the words used here: {words}"
        return RowRefused(RefusalCode.UNKNOWN_WORD, path, reason)
    wrong_type = what.startswith("Expected") and ", got" in what
    code = RefusalCode.WRONG_TYPE if wrong_type else RefusalCode.INVALID
    return RowRefused(code, path, in_words(what, kind, path))


def _in_payload(refused: RowRefused, paths: dict[str, str]) -> RowRefused:
    """The same refusal with the path that the payload has for it.

    Below the deepest member whose place is known, the record's own names go into the reason.
    """
    member = refused.path.removeprefix("$").removeprefix(".")
    rest = ""
    while member and member not in paths:
        cut = max(member.rfind("."), member.rfind("["), 0)
        member, rest = member[:cut], member[cut:] + rest
    if not member:
        return refused
    reason = f"{rest.lstrip('.')}: {refused.reason}" if rest else refused.reason
    return RowRefused(refused.code, paths[member], reason)
