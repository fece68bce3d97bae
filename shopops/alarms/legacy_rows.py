"""The lines of an older system's ledger, as docs/legacy-import.md describes them. Pure."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from shopops.alarms.identity import encode
from shopops.ledger.kinds import KEY_VERSION

PURPOSE = "shopops imported item"  # so that no key of today can be the same
LARGEST = 2**15 - 1
YEARS = range(1001, 9999)  # the ledger takes one more at each end, in UTC

Text = Annotated[str, Meta(min_length=1, max_length=255)]
Word = Annotated[str, Meta(min_length=1, max_length=64)]


class LegacyRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`item`: the older system's own name for it. `code`: as people have it in their mails.
    `key_version`: whatever stands there, or nothing."""

    item: Text
    code: Word
    kind: Word
    at: Annotated[datetime, Meta(tz=True)]
    order: Text
    key_version: Any = UNSET

    @property
    def version(self) -> int | None:
        """The older epoch's number; None when it is missing or cannot be read."""
        given = self.key_version
        is_number = isinstance(given, int) and not isinstance(given, bool)
        return given if is_number and -LARGEST <= given <= LARGEST else None

    @property
    def version_given(self) -> str | None:
        """The same as it stood, in JSON; None when it is missing."""
        if isinstance(self.key_version, UnsetType):
            return None
        return json.dumps(self.key_version, sort_keys=True)[:64]

    def key(self, tenant: str) -> bytes:
        return hashlib.sha256(encode([PURPOSE, tenant, self.item])).digest()

    def event_id(self, tenant: str) -> UUID:
        """The same line has the same id, so a file that comes twice adds nothing."""
        parts = [PURPOSE, tenant, msgspec.json.encode(self, order="sorted").decode()]
        return UUID(bytes=hashlib.sha256(encode(parts)).digest()[:16], version=4)


class FileRefused(ValueError):
    """Nothing was imported; each problem names its line."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read(lines: Iterable[bytes]) -> list[LegacyRow]:
    """Every line or none. Raises `FileRefused`. Empty lines are skipped."""
    rows: list[LegacyRow] = []
    problems: list[str] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = msgspec.json.decode(line, type=LegacyRow)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            problems.append(f"line {number}: {error}")
            continue
        problems += [f"line {number}: {problem}" for problem in _problems(row)]
        rows.append(row)
    problems += _two_codes(rows)
    if problems:
        raise FileRefused(problems)
    return rows


def _problems(row: LegacyRow) -> Iterator[str]:
    if row.version == KEY_VERSION:
        yield f"key_version {KEY_VERSION} is today's: rows of an older system have an older one"
    if row.at.year not in YEARS:
        yield f"at is not in the years {YEARS.start} to {YEARS.stop - 1}"
    for name in ("item", "code", "kind", "order"):
        if not getattr(row, name).isprintable():
            yield f"{name} holds a character that can't be printed"


def _two_codes(rows: Iterable[LegacyRow]) -> Iterator[str]:
    codes: dict[str, str] = {}
    owners: dict[str, str] = {}
    for row in rows:
        if codes.setdefault(row.item, row.code) != row.code:
            yield f"item {row.item} has the codes {codes[row.item]} and {row.code}"
        if owners.setdefault(row.code, row.item) != row.item:
            yield f"code {row.code} belongs to the items {owners[row.code]} and {row.item}"
