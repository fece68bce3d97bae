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
        since, _, last = text.rpartition("-")
        try:
            cursor = cls(int(last), EPOCH + timedelta(microseconds=int(since)) if since else None)
        except OverflowError as error:
            raise ValueError(text) from error
        if str(cursor) != text or not 0 < cursor.id < 2**63:
            raise ValueError(text)
        return cursor
