"""Our own DKIM check, for mail that no trusted server and no provider vouches for.

Stricter than DKIM: the signing domain is the sender's own, not a relative of it, and the signature
covers the whole body. dkimpy judges whether it has expired, by the machine's clock.
"""

import binascii
import re
from typing import Protocol

import dkim
from dkim.util import InvalidTagValueList, parse_tag_value
from msgspec import Struct

from shopops.acknowledgments.domains import a_label
from shopops.acknowledgments.outcomes import Reason

MOST_SIGNATURES = 5
_LONGEST_SIGNATURE = 4096
_MIN_KEY_BITS = 1024
_ALGORITHMS = frozenset({b"rsa-sha256"})
# What dkimpy takes long over: it holds every line, and a run of blanks costs its square.
_MAX_BYTES = 10 * 1024 * 1024
_MAX_LINES = 200_000
_MAX_SQUARES = 50_000_000
_RUN = re.compile(rb"[ \t]{16,}")
_LONG_END = 5_000
_FAILURES = (
    dkim.DKIMException,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    binascii.Error,
)


class LookUpTxt(Protocol):
    """The TXT record of a name that ends in a dot; None where there is none.

    Raises `dkim.DnsTimeoutError` where the name server does not answer.
    """

    def __call__(self, name: bytes, timeout: int = 5) -> bytes | None: ...


class _Signature(Struct, frozen=True):
    at: int  # among the message's signatures, from the top
    domain: str | None
    partial: bool = False
    usable: bool = False  # an algorithm that we trust, over the From header


def check_dkim(raw: bytes, *, domain: str, look_up: LookUpTxt) -> Reason | None:
    """None where a signature of exactly that domain holds for the whole message."""
    if _takes_long(raw):
        return Reason.TOO_MUCH
    try:
        signed = dkim.DKIM(raw, minkey=_MIN_KEY_BITS)
        signatures = _signatures(signed)
    except _FAILURES:
        return Reason.DKIM_FAILED
    if not signatures:
        return Reason.NO_VERDICT
    own = [signature for signature in signatures if signature.domain == domain]
    whole = [signature for signature in own if not signature.partial]
    if not whole:
        return Reason.DKIM_PARTIAL if own else Reason.DKIM_OTHER_DOMAIN
    holds = any(_holds(signed, signature, look_up) for signature in whole)
    return None if holds else Reason.DKIM_FAILED


def _takes_long(raw: bytes) -> bool:
    if len(raw) > _MAX_BYTES or raw.count(b"\n") > _MAX_LINES:
        return True
    squares = sum(len(run[0]) ** 2 for run in _RUN.finditer(raw))
    return squares > _MAX_SQUARES or (len(raw) > _LONG_END and not raw[-_LONG_END:].strip())


def _signatures(signed: dkim.DKIM) -> list[_Signature]:
    values = [value for name, value in signed.headers if name.lower() == b"dkim-signature"]
    return [_signature(at, value) for at, value in enumerate(values[:MOST_SIGNATURES])]


def _signature(at: int, value: bytes) -> _Signature:
    """One that cannot be read belongs to no domain."""
    try:
        tags = parse_tag_value(value) if len(value) <= _LONGEST_SIGNATURE else {}
        domain = a_label(tags.get(b"d", b"").decode())
    except (InvalidTagValueList, UnicodeError):
        return _Signature(at, None)
    signs_from = b"from" in re.split(rb"\s*:\s*", tags.get(b"h", b"").lower())
    usable = signs_from and tags.get(b"a") in _ALGORITHMS
    return _Signature(at, domain, b"l" in tags, usable)


def _holds(signed: dkim.DKIM, signature: _Signature, look_up: LookUpTxt) -> bool:
    if not signature.usable:
        return False
    try:
        return bool(signed.verify(signature.at, dnsfunc=look_up))
    except _FAILURES:
        return False
