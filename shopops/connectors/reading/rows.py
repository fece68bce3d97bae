"""The rows of a file, whatever its shape: JSON Lines, a JSON list, {"orders": [...]}, one object.

Rows come out as the bytes they are in the file, because those bytes are what is hashed and kept,
and because a row that is not JSON must not take the rows after it along.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shopops.connectors.reading.chunks import Chunks, Readable
from shopops.connectors.reading.document import Document, Shape
from shopops.connectors.reading.lines import read_lines
from shopops.connectors.reading.row import Row

ROW_LIMIT = 4 * 1024 * 1024

_LIST = re.compile(rb"\s*\[")
_MEMBER = re.compile(rb'\s*\{\s*"([a-z_]+)"\s*:\s*\[')
# A first line that only opens an object, with its members below; in JSON Lines a row follows.
_OPEN_LINE = re.compile(rb'\s*\{(?:[^\n]*[{\[])?[ \t\r]*\n(?=[ \t"}])')


def read_rows(
    stream: Readable, lists: tuple[str, ...] = (), *, limit: int = ROW_LIMIT
) -> Iterator[Row]:
    """Yield every row; one that cannot be cut out carries its refusal instead of bytes."""
    chunks = Chunks(stream)
    start = _start(chunks.head, lists)
    if start is None:
        return read_lines(chunks, limit)
    chunks.skip(start.length)
    return Document(chunks, start.shape, limit).rows()


@dataclass(frozen=True, slots=True)
class _Start:
    shape: Shape
    length: int


def _start(head: bytes, lists: tuple[str, ...]) -> _Start | None:
    """How the document begins, and how many bytes that takes; None for JSON Lines."""
    if found := _LIST.match(head):
        return _Start(Shape.LIST, found.end())
    found = _MEMBER.match(head)
    if found and found[1].decode() in lists:
        return _Start(Shape.MEMBER, found.end())
    if _OPEN_LINE.match(head):
        return _Start(Shape.OBJECTS, 0)
    return None
