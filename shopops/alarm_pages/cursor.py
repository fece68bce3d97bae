"""Where a page of a list ended: the moment that it is sorted by, and the item."""

from datetime import UTC, datetime, timedelta

from django.db.models import Q
from msgspec import Struct

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Place(Struct, frozen=True):
    at: datetime
    item_id: int

    def __str__(self) -> str:
        return f"{(self.at - EPOCH) // timedelta(microseconds=1)}-{self.item_id}"

    def after(self, column: str, *, descending: bool) -> Q:
        """Rows that come after it in the list."""
        beyond = "lt" if descending else "gt"
        return Q(**{f"{column}__{beyond}": self.at}) | Q(
            **{column: self.at, f"id__{beyond}": self.item_id}
        )


def read_place(text: str) -> Place | None:
    """None for everything that no page gave out: that shows the first page."""
    since, _, last = text.partition("-")
    if not (since.isascii() and since.isdigit() and last.isascii() and last.isdigit()):
        return None
    try:
        place = Place(EPOCH + timedelta(microseconds=int(since)), int(last))
    except (OverflowError, ValueError):
        return None
    return place if 0 < place.item_id < 2**63 else None
