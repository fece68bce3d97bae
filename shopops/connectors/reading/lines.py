"""JSON Lines: a line is a row, blank lines are none."""

from collections.abc import Iterator

from shopops.connectors.reading.chunks import Chunks
from shopops.connectors.reading.row import Row, too_long


def read_lines(chunks: Chunks, limit: int) -> Iterator[Row]:
    number = 0
    for line, raw in _numbered(chunks, limit):
        if raw is None:
            number += 1
            yield Row(number, line, refused=too_long(limit))
        elif raw.strip():
            number += 1
            yield Row(number, line, raw.strip())


def _numbered(chunks: Chunks, limit: int) -> Iterator[tuple[int, bytes | None]]:
    """Line numbers and lines; None for a line beyond the limit, which is dropped as it is read."""
    line, pending, dropping = 1, bytearray(), False
    for chunk in chunks:
        *whole, rest = chunk.split(b"\n")
        for part in whole:
            pending += part
            yield line, None if dropping or len(pending) > limit else bytes(pending)
            line, pending, dropping = line + 1, bytearray(), False
        pending += rest
        if len(pending) > limit:
            pending, dropping = bytearray(), True
    if pending or dropping:
        yield line, None if dropping else bytes(pending)
