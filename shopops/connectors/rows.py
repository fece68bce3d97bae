"""One row as bytes to one typed record."""

from collections.abc import Callable
from typing import TypeVar

from shopops.connectors.strict_json import decode

Result = TypeVar("Result")


def read_row(raw: bytes, parse: Callable[[object], Result]) -> Result:
    """Decode strictly, then parse; raises `RowRefused` with code, JSON path and reason."""
    return parse(decode(raw))
