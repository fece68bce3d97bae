"""Where a page of the queue ended."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
VALUE = re.compile(r"([A-Z]{0,3}):(-?[0-9]{1,18})")
NAMED = "named"


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last row seen: by time `since` says its place, by value `value`, its currency and amount.
    A search goes by id alone: of the proposal, or, among the names and codes, of the term."""

    id: int
    since: datetime | None = None
    value: tuple[str, int] | None = None
    named: bool = False

    def __str__(self) -> str:
        if self.since is not None:
            return f"{(self.since - EPOCH) // timedelta(microseconds=1)}-{self.id}"
        if self.value is not None:
            return f"{self.value[0]}:{self.value[1]}-{self.id}"
        return f"{NAMED}-{self.id}" if self.named else str(self.id)

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """Raises `ValueError` unless `str` made it."""
        cursor = _parsed(text)
        if cursor is None or str(cursor) != text or not 0 < cursor.id < 2**63:
            raise ValueError(f"no page ends at {text!r}")
        return cursor


def _parsed(text: str) -> Cursor | None:
    place, _, last = text.rpartition("-")
    try:
        if not place:
            return Cursor(int(last))
        if place == NAMED:
            return Cursor(int(last), named=True)
        value = VALUE.fullmatch(place)
        if value is not None:
            return Cursor(int(last), value=(value[1], int(value[2])))
        return Cursor(int(last), EPOCH + timedelta(microseconds=int(place)))
    except (OverflowError, ValueError):
        return None
