"""The bytes that hashes of values are taken over."""

from hashlib import sha256
from typing import Any

import msgspec


def canonical_json(value: Any) -> bytes:
    """Compact JSON with sorted keys, UTF-8."""
    return msgspec.json.encode(value, order="sorted")


def salted(salt: bytes, content: bytes) -> str:
    """SHA-256(salt ‖ content) in lower-case hex."""
    return sha256(salt + content).hexdigest()
