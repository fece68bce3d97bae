"""Where a page of the queue ended."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last row seen. `since` is None in a search, which goes by id alone."""

    id: int
    since: datetime | None = None

    def __str__(self) -> str:
        if self.since is None:
            return str(self.id)
        return f"{(self.since - EPOCH) // timedelta(microseconds=1)}-{self.id}"

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """Raises `ValueError` unless `str` made it."""
        cursor = _parsed(text)
        if cursor is None or str(cursor) != text or not 0 < cursor.id < 2**63:
            raise ValueError(f"no page ends at {text!r}")
        return cursor


def _parsed(text: str) -> Cursor | None:
    since, _, last = text.rpartition("-")
    try:
        return Cursor(int(last), EPOCH + timedelta(microseconds=int(since)) if since else None)
    except (OverflowError, ValueError):
        return None
