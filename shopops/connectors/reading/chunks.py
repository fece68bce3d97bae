"""A byte stream in pieces, whose beginning can be looked at first."""

from collections.abc import Iterator
from typing import Protocol

BOM = b"\xef\xbb\xbf"
CHUNK = 64 * 1024


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class Chunks:
    """Iterating gives the whole stream, without its byte order mark and what was skipped."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._skipped = b""
        self.head = self._read_head().removeprefix(BOM)

    def skip(self, length: int) -> None:
        self._skipped, self.head = self.head[:length], self.head[length:]

    @property
    def lines_skipped(self) -> int:
        return self._skipped.count(b"\n")

    def __iter__(self) -> Iterator[bytes]:
        if self.head:
            yield self.head
        while chunk := self._stream.read(CHUNK):
            yield chunk

    def _read_head(self) -> bytes:
        """A pipe gives what it has at the moment, so read until there is enough to judge."""
        head = b""
        while len(head) < CHUNK and (chunk := self._stream.read(CHUNK - len(head))):
            head += chunk
        return head
