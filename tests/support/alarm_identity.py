"""Item keys and codes once more, by other means than the product's, for the golden vectors."""

import base64
import hashlib
import struct
from collections.abc import Sequence

RFC_4648 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def key_of(
    tenant: str,
    source: str,
    kind: str,
    ids: Sequence[str | None],
    authored_date: str,
    obligation: str,
) -> bytes:
    """`authored_date`: the day in UTC, 2026-03-02."""
    digest = hashlib.sha256()
    head = ["shopops alarm item", 2, tenant, source, kind, len(ids)]
    for part in [*head, *ids, authored_date, obligation]:
        if part is None:
            digest.update(b"n" + bytes(8))
        else:
            content = str(part).encode()
            letter = b"s" if isinstance(part, str) else b"i"
            digest.update(struct.pack(">cQ", letter, len(content)) + content)
    return digest.digest()


def code_of(secret: bytes, item_key: bytes, shift: int = 0) -> str:
    text = base64.b32encode(_hmac(secret, item_key)).decode()
    stem = text.translate(str.maketrans(RFC_4648, CROCKFORD))[shift : shift + 9]
    return stem + CROCKFORD[damm(stem)]


def damm(stem: str) -> int:
    """The check character's value: a polynomial in x, every digit at its own power."""
    value = _times_power(1, len(stem))
    for place, character in enumerate(stem):
        value ^= _times_power(CROCKFORD.index(character), len(stem) - place)
    return value


def _times_power(value: int, power: int) -> int:
    """value * x**power in GF(2)[x], then the remainder by x^5+x^2+1."""
    value <<= power
    for place in range(value.bit_length(), 5, -1):
        if value >> (place - 1) & 1:
            value ^= 0b100101 << (place - 6)
    return value


def _hmac(secret: bytes, message: bytes) -> bytes:
    """RFC 2104, written out."""
    block = hashlib.sha256(secret).digest() if len(secret) > 64 else secret
    block = block.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()
