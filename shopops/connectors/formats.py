"""What every format gives: how to read one row, and where a file keeps its rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from shopops.agents.records import Order, Tracker
from shopops.connectors.parsed import Parsed
from shopops.connectors.pieces import Layout

AnyParsed = Parsed[Order] | Parsed[Tracker]


@dataclass(frozen=True, slots=True)
class Format:
    """`lists`: a file may hold its rows in one of these members, {"orders": [...]}.

    `pieces`: set when an order is told in several objects; `parse` then reads the composition.
    """

    name: str
    record_type: Literal["order", "tracker"]
    parse: Callable[[object], AnyParsed]
    lists: tuple[str, ...]
    pieces: Layout | None = None
