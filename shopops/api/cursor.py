"""Opaque keyset cursors: where the last row seen stands, mostly its id."""

import base64

from shopops.api.problems import Problem, ProblemCode


def encode_cursor(last_id: int) -> str:
    return shown_text(str(last_id))


def shown_text(place: str) -> str:
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def read_text(cursor: str) -> str:
    """Raises `ValueError` unless `shown_text` made it."""
    padded = cursor + "=" * (-len(cursor) % 4)
    place = base64.b64decode(padded, altchars=b"-_", validate=True).decode()
    if shown_text(place) != cursor:
        raise ValueError("not a cursor")
    return place


def decode_cursor(cursor: str) -> int:
    """Raises `Problem` unless `encode_cursor` made it."""
    try:
        last_id = int(read_text(cursor))
    except ValueError:
        last_id = -1
    if not 0 < last_id < 2**63 or encode_cursor(last_id) != cursor:
        raise Problem(
            ProblemCode.UNKNOWN_CURSOR, "Use the 'next_cursor' of an earlier answer unchanged."
        )
    return last_id
