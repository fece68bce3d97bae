"""Opaque keyset cursors: the id of the last row seen."""

import base64
import binascii

from shopops.api.problems import Problem, ProblemCode


def encode_cursor(last_id: int) -> str:
    return base64.urlsafe_b64encode(str(last_id).encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> int:
    """Raises `Problem` unless `encode_cursor` made it."""
    padded = cursor + "=" * (-len(cursor) % 4)
    try:
        last_id = int(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError):
        last_id = -1
    if not 0 < last_id < 2**63 or encode_cursor(last_id) != cursor:
        raise Problem(
            ProblemCode.UNKNOWN_CURSOR, "Use the 'next_cursor' of an earlier answer unchanged."
        )
    return last_id
