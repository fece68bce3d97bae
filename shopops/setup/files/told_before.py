"""Earlier rows of a file about the same orders: a refund or parcel needs its order."""

from collections.abc import Iterable, Iterator
from typing import Any

from shopops.connectors.pieces import Layout
from shopops.connectors.reading.row import Row
from shopops.connectors.refusals import RowRefused
from shopops.connectors.strict_json import decode


class ToldBefore:
    """A batch is tried and taken back. The next one finds nothing of it, so what it needs of the
    rows before is tried again together with it. Holds no more than the file does."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._rows: dict[str, list[Row]] = {}

    def of(self, rows: Iterable[Row]) -> list[Row]:
        """As they follow each other in the file."""
        orders = set(self._orders(rows))
        found = (row for order_id in orders for row in self._rows.get(order_id, ()))
        return sorted(found, key=lambda row: row.number)

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            for order_id in self._orders([row]):
                self._rows.setdefault(order_id, []).append(row)

    def _orders(self, rows: Iterable[Row]) -> Iterator[str]:
        """Of what can't be read nothing: it is refused, with the reason, when it is tried."""
        for row in rows:
            try:
                yield self._layout.locate(_value(row)).order_id
            except (RowRefused, RecursionError):
                continue


def _value(row: Row) -> Any:
    if row.refused is not None:
        raise row.refused
    return decode(row.raw)
