"""The rows of a JSON document that is not made of lines.

Only brackets and strings are looked at, so that each row is cut out as the bytes it is and a
broken one costs only itself. A parser that hands out values could do neither; whether a row is
JSON is judged afterwards, by the strict reader.
"""

import re
from collections.abc import Iterator
from enum import Enum

from shopops.connectors.reading.brackets import Brackets
from shopops.connectors.reading.chunks import Chunks
from shopops.connectors.reading.row import Row, cut_off, stray, too_long
from shopops.connectors.refusals import RowRefused

_PLAIN_MEMBERS = re.compile(
    rb'\s*(?:,\s*"[^"\\]*"\s*:\s*(?:true|false|null|-?[\d.]+|"[^"\\]*")\s*)*\}\s*'
)
_GAP_LIMIT = 4096


class Shape(Enum):
    LIST = "list"  # [row, row]
    MEMBER = "member"  # {"orders": [row, row]}
    OBJECTS = "objects"  # row row


class Document:
    """Reads on from behind the opening bracket of the list, or from the first object."""

    def __init__(self, chunks: Chunks, shape: Shape, limit: int) -> None:
        self._chunks = chunks
        self._shape = shape
        self._limit = limit
        self._brackets = Brackets()
        self._number = 0
        self._line = 1 + chunks.lines_skipped
        self._depth = 0
        self._row: bytearray | None = None  # None inside a row: beyond the limit, being dropped
        self._row_line = self._line
        self._gap = bytearray()  # what stands between rows, and behind the list
        self._closed = False

    def rows(self) -> Iterator[Row]:
        for chunk in self._chunks:
            yield from self._read(chunk)
        yield from self._finish()

    def _read(self, chunk: bytes) -> Iterator[Row]:
        position = 0
        while position < len(chunk):
            if self._closed:
                self._keep_gap(chunk[position:])
                return
            end, bracket = self._brackets.next(chunk, position)
            self._take(chunk[position:end])
            position = end + 1
            if bracket in (b"{", b"["):
                yield from self._open(bracket)
            elif bracket:
                yield from self._close(bracket)

    def _take(self, part: bytes) -> None:
        self._line += part.count(b"\n")
        if self._depth == 0:
            self._keep_gap(part)
        elif self._row is not None:
            self._row += part
            if len(self._row) > self._limit:
                self._row = None

    def _keep_gap(self, part: bytes) -> None:
        self._gap += part[: _GAP_LIMIT - len(self._gap)]

    def _open(self, bracket: bytes) -> Iterator[Row]:
        if self._depth == 0:
            yield from self._judge_gap()
            self._row, self._row_line = bytearray(), self._line
        self._depth += 1
        self._take(bracket)

    def _close(self, bracket: bytes) -> Iterator[Row]:
        if self._depth == 0:
            yield from self._judge_gap(last=True)
            self._closed = True
            if self._shape is Shape.OBJECTS or bracket == b"}":
                yield self._refused(stray(bracket))
            return
        self._take(bracket)
        self._depth -= 1
        if self._depth == 0:
            yield self._row_read()

    def _row_read(self) -> Row:
        if self._row is None:
            return self._refused(too_long(self._limit), line=self._row_line)
        self._number += 1
        return Row(self._number, self._row_line, bytes(self._row))

    def _refused(self, refused: RowRefused, line: int | None = None) -> Row:
        self._number += 1
        return Row(self._number, line or self._line, refused=refused)

    def _judge_gap(self, *, last: bool = False) -> Iterator[Row]:
        """Between two rows of a list stands one comma and nothing else."""
        gap = bytes(self._gap.strip())
        self._gap.clear()
        comma = b"," if self._number and not last and self._shape is not Shape.OBJECTS else b""
        if gap != comma:
            yield self._refused(stray(gap))

    def _finish(self) -> Iterator[Row]:
        if self._depth:
            yield self._refused(cut_off("this row"), line=self._row_line)
        elif self._shape is Shape.OBJECTS and not self._closed:
            yield from self._judge_gap(last=True)
        elif not self._closed or (self._shape is Shape.MEMBER and not self._gap.strip()):
            yield self._refused(cut_off("its list"))
        elif not self._tail_is_fine():
            yield self._refused(stray(bytes(self._gap.strip())))

    def _tail_is_fine(self) -> bool:
        """Behind the list: nothing, or the plain members that page through an API's answers."""
        if self._shape is Shape.MEMBER:
            return _PLAIN_MEMBERS.fullmatch(self._gap) is not None
        return not self._gap.strip()
