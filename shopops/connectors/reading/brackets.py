"""Finding brackets in JSON text that comes in chunks, without being misled by strings."""

import re

_STRING_BODY = re.compile(rb'(?:[^"\\]|\\.)*+', re.DOTALL)
_BETWEEN = re.compile(rb'[^"\[\]{}]*+(?:"(?:[^"\\]|\\.)*+"[^"\[\]{}]*+)*+', re.DOTALL)


class Brackets:
    """Remembers between chunks whether we are inside a string. Linear in the input."""

    def __init__(self) -> None:
        self._in_string = False
        self._escaped = False  # the chunk before ended in a backslash inside a string

    def next(self, chunk: bytes, position: int) -> tuple[int, bytes]:
        """Where the next bracket of the chunk is, and which; at the end of it there is none."""
        if self._escaped:
            self._escaped = False
            position += 1
        while position < len(chunk):
            if self._in_string:
                position = self._string(chunk, position)
                continue
            found = _BETWEEN.match(chunk, position)
            position = found.end() if found else position
            character = chunk[position : position + 1]
            if character != b'"':
                return position, character
            self._in_string = True
            position += 1
        return position, b""

    def _string(self, chunk: bytes, position: int) -> int:
        """Behind the closing quote of the string we are in, or at the end of the chunk."""
        found = _STRING_BODY.match(chunk, position)
        end = found.end() if found else position
        if chunk[end : end + 1] == b'"':
            self._in_string = False
            return end + 1
        self._escaped = chunk[end : end + 1] == b"\\"
        return len(chunk)
