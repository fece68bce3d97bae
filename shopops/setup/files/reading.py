"""A kept file as a stream of bytes, for the import to read."""

from collections.abc import Iterator

from shopops.connectors.reading.row import Row
from shopops.connectors.reading.rows import read_rows
from shopops.setup.files.kinds import KINDS
from shopops.setup.models import FilePart, OrderFile


class KeptBytes:
    """Reads one piece at a time."""

    def __init__(self, file_id: int) -> None:
        self._file_id = file_id
        self._number = 0
        self._left = b""

    def read(self, size: int, /) -> bytes:
        """Fewer bytes than asked for at the end of a piece; none at the end of the file."""
        if not self._left:
            self._left = self._next()
        given, self._left = self._left[:size], self._left[size:]
        return given

    def _next(self) -> bytes:
        part = FilePart.objects.filter(file_id=self._file_id, number=self._number).first()
        self._number += 1
        return b"" if part is None else bytes(part.raw)


def rows_of(file: OrderFile) -> Iterator[Row]:
    return read_rows(KeptBytes(file.pk), KINDS[file.source_format].reads.lists)
