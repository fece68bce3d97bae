"""Whether a stored body is in its one canonical text, told fast enough to ask for every row."""

import json
from typing import Any

from msgspec.json import Decoder, Encoder

from shopops.ledger.body import canonical
from shopops.ledger.exceptions import BodyRefused


class _FloatFound(ValueError):
    pass


def _refuse_float(text: str) -> float:
    raise _FloatFound(text)


_decode = Decoder(float_hook=_refuse_float).decode
_encode = Encoder(order="sorted").encode


def parsed_if_canonical(text: str) -> dict[str, Any] | None:
    """The body's value, or None when its text is not the canonical text of that value.

    msgspec writes the canonical form too, so what it writes back unchanged is canonical. Where it
    does not, the slow and strict way decides.
    """
    raw = text.encode()
    try:
        value = _decode(raw)
        if _encode(value) == raw and isinstance(value, dict):
            return value
    except (ValueError, RecursionError):  # msgspec's DecodeError is a ValueError
        pass
    return _strictly(text)


def _strictly(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
        return value if canonical(value) == text else None
    except (ValueError, RecursionError, BodyRefused):
        return None
