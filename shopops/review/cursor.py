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
        since, dash, last = text.rpartition("-")
        numbers = [int(part) for part in ((since, last) if dash else (last,))]
        if any(not 0 <= number < 2**63 for number in numbers) or len(text) > 40:
            raise ValueError(text)
        if not dash:
            return cls(numbers[0])
        try:
            return cls(numbers[1], EPOCH + timedelta(microseconds=numbers[0]))
        except OverflowError as error:
            raise ValueError(text) from error
